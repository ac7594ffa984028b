/** The suites that visit the screens, with the checks of the full tier (check-screen.ts). */
import './screens.e2e.test.ts';
import '../generate.e2e.test.ts';
import '../history.e2e.test.ts';
import '../packages.e2e.test.ts';
import '../vault/vault-documents.e2e.test.ts';
import '../vault/vault-drafts.e2e.test.ts';
import '../vault/vault-files.e2e.test.ts';
