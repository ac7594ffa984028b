import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ResultFile } from '../../../../src-shared/contracts/executions.contract.ts';
import { revokeLater } from '../../../ui/files/revoke-later.ts';
import { loadBytes } from './load-file.ts';

/** Loads the content of a result file when it is shown. */
export function useFileBytes(runId: string, file: ResultFile) {
  return useQuery({
    queryKey: ['executions', 'file', runId, file.path],
    queryFn: () => loadBytes(runId, file),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
}

/**
 * Returns a blob URL of the bytes for `<img>`, where no script can run. It is revoked soon after the component is
 * removed.
 */
export function useBlobUrl(bytes: Uint8Array<ArrayBuffer> | undefined, mediaType: string): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (bytes === undefined) return;
    const made = URL.createObjectURL(new Blob([bytes], { type: mediaType }));
    setUrl(made);
    return () => revokeLater(made);
  }, [bytes, mediaType]);
  return url;
}
