import { asApiError } from '../../../client/api-error.ts';
import { loadDraft, updateDraft } from '../../../client/drafts/drafts.ts';
import { defineSessionStore, sessionSignal } from '../../../client/session/session-scope.ts';
import { showDraftProblem } from '../../../ui/overlays/show-draft-problem.ts';
import type { RunOptionsDraft } from '../options/options-draft.ts';
import { type Environment, StoredEnvironments, variablesProblem } from './environments.ts';

/** Id of the draft with the environments, which is encrypted with the account's key. */
export const environmentsId = 'environments';

interface EnvironmentsState {
  /** In the order of their creation; undefined until they are loaded. */
  all: readonly Environment[] | undefined;
  loading: Promise<void> | undefined;
  /** True while the dialog that edits them is open. */
  isEditing: boolean;
}

/** The environments of the account. */
export const useEnvironments = defineSessionStore<EnvironmentsState>(() => ({
  all: undefined,
  loading: undefined,
  isEditing: false,
}));

/** Loads the environments at the first call; resolves when they are there. Shows an error if they cannot be read. */
export function loadEnvironments(): Promise<void> {
  const { loading } = useEnvironments.getState();
  if (loading !== undefined) return loading;
  const work = load(sessionSignal());
  useEnvironments.setState({ loading: work });
  return work;
}

async function load(signal: AbortSignal | undefined): Promise<void> {
  try {
    const text = await loadDraft(environmentsId);
    // The session can have ended during the load.
    if (!signal?.aborted) showEnvironments(environmentsId, text);
  } catch (error) {
    if (signal?.aborted) return;
    // Without the stored environments, nothing may replace them: the next call loads them again.
    useEnvironments.setState({ loading: undefined });
    showDraftProblem(asApiError(error));
  }
}

/** Shows the environments of a stored text, such as another window's that the user chose. @throws Error for an unknown format */
export function showEnvironments(_id: string, text: string | undefined): void {
  useEnvironments.setState({ all: text === undefined ? [] : StoredEnvironments.parse(JSON.parse(text)) });
}

/** Replaces the environments, and saves them. */
export function setEnvironments(all: readonly Environment[]): void {
  useEnvironments.setState({ all });
  updateDraft(environmentsId, all.length === 0 ? undefined : JSON.stringify(all));
}

/** Opens the dialog that edits the environments. */
export const editEnvironments = (): void => useEnvironments.setState({ isEditing: true });

interface FoundEnvironment {
  environment?: Environment;
  /** Why a run cannot have it, with the name of the field. */
  problem?: { path: 'environment' | 'env'; message: string };
}

/** Returns the environment that options name, once the environments are loaded. It is empty for options without one. */
export function environmentOf({ environment: id, variables }: RunOptionsDraft): FoundEnvironment {
  const own = variablesProblem(variables);
  if (own !== undefined) return { problem: { path: 'env', message: own } };
  if (id === '') return {};
  const { all } = useEnvironments.getState();
  const environment = all?.find((one) => one.id === id);
  if (all === undefined) return { problem: { path: 'environment', message: 'The environments are not loaded yet.' } };
  if (environment === undefined)
    return { problem: { path: 'environment', message: 'This environment was deleted. Choose another one.' } };
  const problem = variablesProblem(environment.variables);
  if (problem === undefined) return { environment };
  const message = `The variables of ${environment.name} are not valid: ${problem} Edit the environment first.`;
  return { problem: { path: 'environment', message } };
}
