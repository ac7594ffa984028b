const ours = 'Sees text of our own: routes, files of the release, settings of this machine.';
const short = 'Sees a text that was bounded before: a header, a name or an answer of at most some kilobytes.';
const withFences = 'Is read by the entry of fence-scanner.ts, which gives whole answers to the reader.';

/** Sources with an expression without an upper bound that have no entry of their own in the corpus, and why. */
export const elsewhere: Readonly<Record<string, string>> = {
  'src-cli/client/api-client.ts': ours,
  'src-cli/commands/repl/cell-reader.ts': 'Sees what the user of the command types or pipes.',
  'src-cli/commands/repl/scan-bash.ts': 'Sees what the user of the command types or pipes.',
  'src-cli/commands/sandbox/copy/locations.ts': 'Sees an argument of the command line, anchored at both ends.',
  'src-cli/connection/start-daemon.ts': 'Sees the last lines of our own log, up to the first match.',
  'src-cli/doctor/explain-no-daemon.ts': ours,
  'src-cli/output/ask.ts': 'Sees a question of our own.',
  'src-daemon/engine/docker/network/ask-name-server.ts': ours,
  'src-daemon/engine/docker/images/versions.ts': 'Sees what the languages of an image that we built print.',
  'src-daemon/engine/embedded/installer/catalog.ts': 'Sees one file name of a listing, anchored to its end.',
  'src-daemon/engine/embedded/installer/markers.ts': 'Sees one operand of a parsed marker, anchored at both ends.',
  'src-daemon/engine/embedded/installer/resolve.ts': 'Sees one range of a parsed requirement, anchored at both ends.',
  'src-daemon/engine/embedded/installer/wheel-file.ts': 'Sees one name of an archive, of at most 64 KiB.',
  'src-daemon/generation/answer/choose-code.ts': withFences,
  'src-daemon/generation/answer/json-code-reader.ts': withFences,
  'src-daemon/generation/model/messages.ts': 'Sees what is sent to a model, which the limits of a run bound.',
  'src-daemon/generation/model/model-error.ts': short,
  'src-daemon/http/server/loopback-guard.ts': short,
  'src-daemon/interface/interface-files.ts': ours,
  'src-daemon/interface/page-policy.ts': ours,
  'src-daemon/openapi/document.ts': ours,
  'src-daemon/openapi/openapi.routes.ts': ours,
  'src-daemon/packages/package-rules.ts': 'Sees names and versions whose length the contract has bounded.',
  'src-daemon/packages/layers/package-source.ts': ours,
  'src-main/daemon/daemon-program.ts': ours,
  'src-renderer/client/fill-path.ts': ours,
  'src-renderer/features/accounts/keys/new-key-dialog.tsx': 'Sees what was typed into a field.',
  'src-renderer/features/executions/files/result-file-content.ts': 'Sees a media type that the daemon chose.',
  'src-renderer/ui/output/output-log.ts': 'Sees the few characters after an escape.',
  'src-renderer/ui/visible-jsx/visible-props.ts':
    'One class from end to end; the rest is visible-text.ts, in the corpus.',
  'src-shared-node/engine/engine-address.ts': ours,
  'src-shared-node/port-holder.ts': 'Sees tables of this machine.',
  'src-shared/formats/base64.ts': 'Sees credentials, which have a length of their own.',
  'src-shared/formats/secret-name.ts': 'Sees a name of at most 128 characters.',
};
