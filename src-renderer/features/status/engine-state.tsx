import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { visibleLine } from '../../../src-shared/formats/visible-text.ts';
import { healthQuery, languagesQuery } from '../../client/queries.ts';
import { sessionQueries } from '../../client/session/session-scope.ts';
import { classes } from '../../ui/classes.ts';
import { clusterText } from '../../ui/text/cluster-text.ts';

const stateTexts = {
  ready: 'ready',
  starting: 'starting',
  building_image: 'building its image',
  unavailable: 'unavailable',
};

/** Shows the engine's name and state in the rail. */
export function EngineState() {
  const { data, isError } = useQuery(healthQuery);
  const engine = data && `${data.engine.name} ${data.engine.status}`;
  useEffect(() => {
    // Engines differ in their languages and versions.
    if (engine !== undefined) void sessionQueries().invalidateQueries({ queryKey: languagesQuery.queryKey });
  }, [engine]);
  const state = isError
    ? 'No daemon'
    : data
      ? visibleLine(`${data.engine.name}: ${stateTexts[data.engine.status]}`) + clusterText(data.engine)
      : '…';
  const isReady = !isError && data?.engine.status === 'ready';
  return (
    <div className="flex items-center gap-2 px-2 text-xs text-muted" title={state}>
      <span
        aria-hidden="true"
        className={classes('size-2 shrink-0 rounded-full', isReady ? 'bg-good' : isError ? 'bg-danger' : 'bg-warn')}
      />
      <span className="truncate max-lg:sr-only">{state}</span>
    </div>
  );
}
