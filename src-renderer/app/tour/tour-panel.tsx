import { useLocation } from 'wouter';
import { Button } from '../../ui/controls/button.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { tourSteps } from './tour-steps.ts';
import { useTour } from './tour-store.ts';

/** The setting that starts the tour again. */
export function TourPanel() {
  const start = useTour((state) => state.start);
  const [, navigate] = useLocation();
  const begin = () => {
    navigate('/run');
    start();
  };
  return (
    <Panel title="Introduction" description={`A tour of the interface in ${tourSteps.length} short steps.`}>
      <div className="p-4">
        <Button onClick={begin}>Start the tour</Button>
      </div>
    </Panel>
  );
}
