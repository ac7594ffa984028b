import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { EncryptedCodeMetadata } from '../../../../src-shared/contracts/vault.contract.ts';
import { LoadingRows } from '../../../ui/feedback/empty-state.tsx';
import { ErrorNote } from '../../../ui/feedback/error-note.tsx';
import { rulesFormOf } from '../../../ui/network/rule-form.ts';
import type { StoredText } from '../documents/use-document.ts';
import { openedCodeQuery } from '../vault.queries.ts';
import type { CodeDetailProps } from '../vault-props.ts';
import { CodeForm } from './code-form.tsx';

/** Shows a script, which is decrypted in this window when it is opened. */
export function CodeDetail(props: CodeDetailProps) {
  const { current } = props;
  if (current === undefined) return <CodeForm {...props} storedText={undefined} />;
  return <StoredCode {...props} current={current} />;
}

function StoredCode(props: CodeDetailProps & { current: EncryptedCodeMetadata }) {
  const { current, masterPassword } = props;
  const { storedText, error } = useStoredText(current, masterPassword);
  if (error)
    return (
      <div className="p-4">
        <ErrorNote error={error} />
      </div>
    );
  if (storedText === undefined) return <LoadingRows label="Decrypting" />;
  return <CodeForm {...props} storedText={storedText} />;
}

/** Returns the newest decrypted revision. While a newer one is decrypted, the form shows the previous one. */
function useStoredText(current: EncryptedCodeMetadata, masterPassword: string) {
  const { name, language, description, network, revision } = current;
  const { data: code, error } = useQuery(openedCodeQuery(name, revision, masterPassword));
  const last = useRef<StoredText>(undefined);
  if (code !== undefined && last.current?.revision !== revision)
    last.current = {
      revision,
      text: { name, language, description, code, ...(network && { network: rulesFormOf(network) }) },
    };
  return { storedText: last.current, error };
}
