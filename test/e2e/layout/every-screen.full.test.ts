/** The suites that visit the screens, with what only the full tier looks at (judge-screen.ts). */
import './screens.e2e.test.ts';
import '../generate.e2e.test.ts';
import '../history.e2e.test.ts';
import '../packages.e2e.test.ts';
import '../vault/vault-documents.e2e.test.ts';
import '../vault/vault-drafts.e2e.test.ts';
import '../vault/vault-files.e2e.test.ts';
