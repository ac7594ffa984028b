import type { ErrorCode } from './error-catalog.ts';

/** Meanings of all errors of the API. `docs/troubleshooting` and the OpenAPI document have them. */
export const errorMeanings: Readonly<Record<ErrorCode, string>> = {
  invalid_request: 'The request does not match the documented schema; `details` names every invalid field.',
  unauthorized: 'A valid credential is required: the x-api-key header or Authorization: Bearer.',
  invalid_credentials: 'The e-mail or the password is wrong.',
  forbidden: 'The credential does not allow this; the message names the missing scope.',
  foreign_origin: 'The request comes from another web origin.',
  shell_not_proven: 'Only the desktop app of the user who runs the daemon can use this operation.',
  registration_closed: 'Registration is closed in the settings.',
  network_not_allowed:
    'The settings do not allow the whole network (`network.allowed`) or a host of the rules (`network.ceiling`), ' +
    'or the API key does not (`networkHosts`).',
  cluster_not_allowed:
    'The sandboxes of this daemon run in a cluster, and the settings of the account do not allow that its code ' +
    'leaves the machine (`cluster.allowed`). Nothing was sent.',
  secret_release_off: 'The settings do not allow values of secrets for programs of this machine (`secrets.release`).',
  not_found: 'No operation has this path; GET /api/v1 lists them.',
  nothing_remembered: 'This computer remembers no session, or the session has expired.',
  session_not_found: 'The account has no session with this id.',
  api_key_not_found: 'The account has no API key with this id.',
  execution_not_found: 'The account has no execution with this id, or the API key is not allowed to see it.',
  secret_not_found: 'The account has no secret with this name.',
  reseal_not_found: 'This change of the master password ended, or another one began.',
  code_not_found: 'The account has no stored code with this name, or the code has no such revision.',
  package_not_found: 'The package list of this language does not contain the package.',
  provider_not_found: 'The account has no model provider with this id.',
  generation_not_found: 'The account has no generation with this id, or it ended more than a minute ago.',
  item_not_found: 'The account has no rolled-back item with this id; GET /api/v1/items/rolled-back lists them.',
  file_not_found:
    'The execution left no file with this path, or it is not stored; or the sandbox has nothing at this path.',
  sandbox_not_found: 'The account has no sandbox with this id, or the API key does not see it.',
  process_not_found: 'This API started no process with this pid in the sandbox.',
  context_not_found: 'The sandbox has no context with this id; its kernel may have ended.',
  cell_not_found: 'The context has no such cell, or it ended more than a minute ago.',
  method_not_allowed: 'The path does not support this method; the Allow header lists those that it supports.',
  request_timeout: 'The request did not arrive within the time limit; send it again.',
  email_taken: 'An account with this e-mail exists already; log in, or use another e-mail.',
  item_rolled_back:
    'A secret, script or API key differs from the state that this daemon last wrote. Its owner can accept it: ' +
    'POST /api/v1/items/accept.',
  code_name_taken: 'Another stored code has this name already; choose another name.',
  reseal_outdated: 'A script is missing, or was changed in the meantime (`details`). Nothing was changed; begin again.',
  draft_changed: 'Another window saved this draft after it was read here; read it again.',
  execution_finished: 'The execution has ended already.',
  execution_running: 'The execution has not ended; cancel it or wait, then delete it.',
  stdin_not_open: 'The execution was not started with `openStdin`.',
  stdin_ended: 'An earlier request has ended the input of the execution.',
  generation_finished: 'The generation has ended already.',
  generation_cancelled: 'The generation was cancelled before the model had returned code.',
  sandbox_paused: 'The sandbox is paused; resume it first.',
  process_ended: 'The process, or its input, has ended already.',
  file_exists: 'Something has this path already; remove it, or set `replace`.',
  sandbox_ended:
    'The sandbox ended less than 10 minutes ago; the message says why, and `endReason` in `details` names the ' +
    'reason. Create a new one.',
  precondition_failed:
    'The name exists already (`If-None-Match`), or it has another version (`If-Match`). Nothing was changed; read ' +
    'the current version and try again.',
  too_large:
    'The request body is larger than 16 MiB, or larger than 64 KiB for an operation that requires no credential.',
  unsupported_media_type: 'The Content-Type of a request body must be application/json, in UTF-8.',
  expectation_failed: 'The only supported value of the Expect header is 100-continue.',
  wrong_host: 'The Host header, or the request target, is not the address of this daemon.',
  unknown_language: 'No language has this id or alias; GET /api/v1/languages lists them.',
  language_needs_docker:
    'The language requires Docker, and no Docker engine answers; the message says how to start one.',
  memory_needs_docker: 'Without Docker, a run can use at most 256 MiB; lower `memoryMb` or start Docker.',
  network_not_supported: 'The sandboxes of this engine cannot have the requested network; the message says why.',
  pause_not_supported: 'The sandboxes of this engine cannot be paused; the message says why.',
  environment_too_large:
    'Arguments, environment and secrets together exceed 1 MiB, or one of them exceeds 128 KiB; `details` names ' +
    'it.',
  secrets_must_be_named: 'A run with network access must list its secrets by name.',
  secret_not_bound:
    'A network rule names a secret that has no `hosts`, or whose hosts do not include the host of the rule.',
  secret_proxy_only: 'The secret has `hosts`, so it is no environment variable: a network rule must name it.',
  unknown_secret: 'The request names a secret that the account does not have.',
  too_many_secrets: 'The account already has 200 secrets, the maximum; delete one first.',
  too_many_pinned:
    'The account already has 100 pinned executions, or they would take more than half of `history.maxBytes`; ' +
    'unpin one first.',
  drafts_full: 'The account already has the maximum of 256 drafts or 64 MiB of drafts; discard some first.',
  packages_not_supported: 'The language has no package list.',
  packages_failed:
    'The packages that the code declares, or that `withPackages` names, could not be installed, so nothing was ' +
    'run or created; the message says why.',
  too_many_packages: 'The package lists already contain 200 packages, the maximum; remove one first.',
  no_provider: 'The account has no model provider; add one with PUT /api/v1/providers/{id}.',
  too_many_providers: 'The account already has 20 model providers, the maximum; delete one first.',
  unknown_model: 'The model provider has no model with this name.',
  no_code_in_answer: 'The answer of the model has no code, or was cut off before its end.',
  model_refused: 'The model, or a filter of its provider, refused; the message says why.',
  not_approved: 'The code, secrets, packages or network differ from what was approved; review and approve them again.',
  decryption_failed: 'The master password is wrong, or the stored code was changed; the two cannot be distinguished.',
  sandbox_needs_docker: 'Sandboxes require Docker, and no Docker engine answers; the message says how to start one.',
  language_has_no_kernel: 'The language has no kernel, so it cannot run cells; run its code as a process.',
  language_not_in_sandbox:
    'The image of the sandbox does not have this language, or its programs must be compiled first.',
  program_not_found: 'The sandbox has no executable program with this name.',
  path_is_link: 'A part of the path is a symbolic link. Links are never followed.',
  file_not_accessible:
    'The permissions of the file or of its folder do not allow this; a process in the sandbox can change them.',
  wrong_file_type: 'The operation requires a file and the path is a folder, or the opposite, or it is neither.',
  locked: 'The keychain of the operating system is locked; unlock it and try again.',
  headers_too_large: 'The headers of the request exceed 16 KiB together.',
  rate_limited: 'Too many attempts, or too many open event streams; see the message and the Retry-After header.',
  queue_full: 'The sandbox queue is full; try again after the time in the Retry-After header.',
  queue_timeout:
    'The run or the sandbox could not start within its `maxQueueMs`, and no part of it ran; try again after the ' +
    'time in the Retry-After header.',
  model_rate_limited: 'The model provider accepts no more requests now; see the Retry-After header.',
  too_many_generations: 'The account already has 8 generations in progress, the maximum; wait until one ends.',
  too_many_sandboxes: 'The account already has the maximum number of sandboxes; delete one first.',
  sandbox_capacity_full:
    'Sandboxes already hold half of the memory or of the run slots; delete one, or request less memory.',
  sandbox_memory_full:
    'The memory of the sandbox has no room for another context; delete one, or create a sandbox with more memory.',
  too_many_channels:
    'The sandbox already has 64 processes, contexts, transfers and watches in progress; end one first.',
  context_queue_full: 'The context already has 16 waiting cells; wait for one to end.',
  account_memory_full:
    'The daemon holds too much for the account: answers that were not read, request bodies, input that programs ' +
    'have not read, output of runs. Read or close them; see the Retry-After header.',
  input_queue_full: 'More than 16 MiB of input wait; send more when the program has read.',
  internal: "Internal error. The daemon's log has the details under the request id.",
  model_unreachable: 'The model provider cannot be reached; the message says why.',
  model_key_refused: 'The model provider rejects the API key that is set for it.',
  model_failed: 'The model provider answered with an error, or its answer ended early.',
  answer_too_large: 'The answer of the model exceeded 1 MiB of text and was stopped.',
  egress_unavailable: 'The network rules of a run cannot be applied; the message says why.',
  engine_unavailable: 'No sandbox engine answers; the message says what to do.',
  capacity_unavailable:
    'The cluster has no room for another sandbox, so no part of the program ran; try again after the time in the ' +
    'Retry-After header.',
  run_interrupted:
    'The program had started when its sandbox was lost. It is not run again automatically, because it may have ' +
    'had an effect.',
  packages_unavailable:
    'The installed packages were removed from the sandbox engine and are being installed again, or the cluster cannot ' +
    'install any; the message says which.',
  key_store_unavailable: 'The key store does not answer, so no session can be remembered or restored.',
  language_not_installed: 'The image of the language is not installed; the message has the command that installs it.',
  storage_unavailable: 'The disk of the data folder is full; nothing was changed. The message says what to do.',
  sandbox_disk_full: "The sandbox's working directory has no free space or no free entries; delete files in it.",
  model_timeout: 'The model provider sent nothing for longer than its `timeoutMs`.',
  shutting_down: 'The daemon is stopping; try again when it runs again.',
};
