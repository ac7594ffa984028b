import { ApiRefusal } from '../cli-error.ts';

/** The part of a sandbox that an operation uses. */
interface SandboxPath {
  /** Id of the sandbox. */
  id: string;
  /** Path below the working directory; the working directory itself if empty or absent. */
  path?: string | undefined;
}

type Message = (id: string, path: string) => string;

const list = (id: string) => `List its files with: strongroom sandbox exec ${id} -- ls -la`;

/**
 * Messages in place of those of the API, which name HTTP operations. No path is a part of a command to run, because a
 * program in the sandbox can choose its file names.
 */
const messages: Partial<Record<string, Message>> = {
  sandbox_not_found: (id) =>
    `There is no sandbox ${id}, or this API key does not see it. List yours with: strongroom sandbox ls`,
  sandbox_paused: (id) =>
    `Sandbox ${id} is paused. Resume it in the program that paused it, or with POST /api/v1/sandboxes/${id}/resume.`,
  file_not_found: (id, path) => `Sandbox ${id} has nothing at ${path}. ${list(id)}`,
  path_is_link: (id, path) =>
    `A part of ${path} in sandbox ${id} is a symbolic link, and links are never followed. Use the path of its target. ` +
    list(id),
  wrong_file_type: (id, path) =>
    `${path} in sandbox ${id} cannot be used: a part of it is a file where a folder is required, or the opposite. ${list(id)}`,
  file_not_accessible: (id, path) =>
    `The permissions of ${path} in sandbox ${id}, or of its folder, do not allow this. Change them with chmod: ` +
    `strongroom sandbox exec ${id} -- chmod …`,
  sandbox_disk_full: (id, path) =>
    `The disk of sandbox ${id} is full: ${path} cannot be written. Remove files from it, or create a sandbox with a larger --disk.`,
  language_has_no_kernel: () =>
    'The language has no cells. Run its code with: strongroom run, or strongroom sandbox exec.',
};

/** Does an operation of a sandbox, and words its refusal for the command line. @throws ApiRefusal with the same code */
export async function inSandbox<Result>({ id, path }: SandboxPath, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const message = error instanceof ApiRefusal ? messages[error.code] : undefined;
    if (message === undefined) throw error;
    throw (error as ApiRefusal).withMessage(message(id, path || 'its working directory'));
  }
}
