import { useQuery } from '@tanstack/react-query';
import type { EncryptedCodeMetadata } from '../../../src-shared/vault.contract.ts';
import { LoadingRows } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { CodeForm } from './code-form.tsx';
import { openedCodeQuery } from './vault.queries.ts';
import type { CodeDetailProps } from './vault-props.ts';

/** One code in the clear, decrypted here when it is opened. */
export function CodeDetail(props: CodeDetailProps) {
  const { current, masterPassword } = props;
  if (current === undefined) return <CodeForm {...props} opened="" />;
  return <StoredCode {...props} current={current} masterPassword={masterPassword} />;
}

function StoredCode(props: CodeDetailProps & { current: EncryptedCodeMetadata }) {
  const { name, revision } = props.current;
  const { data: opened, error } = useQuery(openedCodeQuery(name, revision, props.masterPassword));
  if (error)
    return (
      <div className="p-4">
        <ErrorNote error={error} />
      </div>
    );
  if (opened === undefined) return <LoadingRows label="Decrypting" />;
  return <CodeForm key={revision} {...props} opened={opened} />;
}
