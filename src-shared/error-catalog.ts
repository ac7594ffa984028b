/**
 * Every error that the API answers: its stable code, its HTTP status and what it means. One place, one status each.
 * `docs/troubleshooting` and the OpenAPI document are made from this table.
 */
export const errorCatalog = {
  invalid_request: { status: 400, meaning: 'The request is not of the documented shape; `details` names every field.' },
  unauthorized: {
    status: 401,
    meaning: 'A valid credential is needed: the x-api-key header or Authorization: Bearer.',
  },
  invalid_credentials: { status: 401, meaning: 'The e-mail or the password is wrong.' },
  forbidden: { status: 403, meaning: 'The credential does not allow this; the message names the missing scope.' },
  foreign_origin: { status: 403, meaning: 'The request comes from another web origin.' },
  shell_not_proven: { status: 403, meaning: 'Only the desktop app of the user who runs the daemon may ask this.' },
  registration_closed: { status: 403, meaning: 'Registration is closed in the settings.' },
  network_not_allowed: { status: 403, meaning: 'The settings do not allow runs with the network.' },
  not_found: { status: 404, meaning: 'There is no such route.' },
  nothing_remembered: { status: 404, meaning: 'This computer remembers no session, or it has run out.' },
  session_not_found: { status: 404, meaning: 'There is no such session of this account.' },
  api_key_not_found: { status: 404, meaning: 'There is no such API key of this account.' },
  execution_not_found: {
    status: 404,
    meaning: 'There is no such execution of this account, or the API key may not see it.',
  },
  secret_not_found: { status: 404, meaning: 'There is no such secret of this account.' },
  code_not_found: { status: 404, meaning: 'There is no stored code, or no revision, of this name of this account.' },
  draft_not_found: { status: 404, meaning: 'There is no such draft of this account.' },
  package_not_found: { status: 404, meaning: 'The list of this language has no such package.' },
  provider_not_found: { status: 404, meaning: 'There is no such model provider of this account.' },
  generation_not_found: { status: 404, meaning: 'There is no such generation, or it ended more than a minute ago.' },
  item_not_found: { status: 404, meaning: 'There is no such item of this account that waits to be accepted.' },
  file_not_found: { status: 404, meaning: 'The execution left no such file.' },
  method_not_allowed: { status: 405, meaning: 'The path exists, but not with this method; see the Allow header.' },
  request_timeout: { status: 408, meaning: 'The request did not arrive in time; send it again.' },
  email_taken: { status: 409, meaning: 'An account with this e-mail exists.' },
  item_rolled_back: {
    status: 409,
    meaning: 'A secret, script or API key is not as it was last written here; its owner can accept it.',
  },
  draft_changed: { status: 409, meaning: 'Another window has saved this draft since it was read.' },
  execution_finished: { status: 409, meaning: 'The execution has ended already.' },
  generation_finished: { status: 409, meaning: 'The generation has ended already.' },
  generation_cancelled: { status: 409, meaning: 'The generation was cancelled before there was code.' },
  precondition_failed: {
    status: 412,
    meaning: 'The name is taken (`If-None-Match`), or its version is another (`If-Match`); nothing was changed.',
  },
  too_large: {
    status: 413,
    meaning: 'The request body is larger than 16 MiB, or than 64 KiB where no credential is needed.',
  },
  unsupported_media_type: { status: 415, meaning: 'A body must be application/json in UTF-8.' },
  expectation_failed: { status: 417, meaning: 'The only value of Expect that can be met is 100-continue.' },
  wrong_host: { status: 421, meaning: 'The Host header, or the target, is not the address that this daemon serves.' },
  unknown_language: { status: 422, meaning: 'No language has this id or alias; GET /api/v1/languages lists them.' },
  language_needs_docker: {
    status: 422,
    meaning: 'The language runs in Docker only, and none answers; the message says how to get it.',
  },
  memory_needs_docker: { status: 422, meaning: 'Without Docker a run has at most 256 MiB.' },
  environment_too_large: {
    status: 422,
    meaning:
      'Arguments, environment and secrets are over 1 MiB together or one is over 128 KiB; `details` names which.',
  },
  secrets_must_be_named: { status: 422, meaning: 'A run with the network takes its secrets by name only.' },
  unknown_secret: { status: 422, meaning: 'The run names a secret that the account does not have.' },
  too_many_secrets: { status: 422, meaning: 'The account has 200 secrets already; delete one first.' },
  drafts_full: {
    status: 422,
    meaning: 'The account keeps 256 drafts, or 64 MiB of them, already; discard some first.',
  },
  packages_not_supported: { status: 422, meaning: 'The language has no package list.' },
  too_many_packages: { status: 422, meaning: 'The lists hold 200 packages already; remove one first.' },
  no_provider: { status: 422, meaning: 'No model provider is set up yet.' },
  too_many_providers: { status: 422, meaning: 'The account has 20 model providers already; delete one first.' },
  unknown_model: { status: 422, meaning: 'The model provider has no model of this name.' },
  no_code_in_answer: { status: 422, meaning: 'The model answered without code, or was cut off before its end.' },
  not_approved: {
    status: 422,
    meaning: 'The code, its secrets, packages or network are not those that were approved.',
  },
  decryption_failed: {
    status: 422,
    meaning: 'The master password is wrong or the stored code was changed; nobody can tell which.',
  },
  locked: { status: 423, meaning: 'The keychain of the operating system is locked; unlock it and try again.' },
  headers_too_large: { status: 431, meaning: 'The headers of the request are over 16 KiB together.' },
  rate_limited: {
    status: 429,
    meaning: 'Too many attempts, or open event streams; see the message and the Retry-After header.',
  },
  queue_full: { status: 429, meaning: 'The sandbox queue is full; see the Retry-After header.' },
  queue_timeout: {
    status: 429,
    meaning: 'The run could not start within its `maxQueueMs`, and no part of it ran; see the Retry-After header.',
  },
  model_rate_limited: { status: 429, meaning: 'The model provider takes no more for now; see the Retry-After header.' },
  too_many_generations: { status: 429, meaning: 'The account has 8 generations under way already.' },
  internal: { status: 500, meaning: 'A fault of the daemon; the log has it under the request id.' },
  model_unreachable: { status: 502, meaning: 'The model provider cannot be reached; the message says how it failed.' },
  model_key_refused: { status: 502, meaning: 'The model provider does not take the API key that is set for it.' },
  model_failed: { status: 502, meaning: 'The model provider answered with an error or broke off its answer.' },
  answer_too_large: { status: 502, meaning: 'The answer of the model was over 1 MiB of text and was stopped.' },
  engine_unavailable: { status: 503, meaning: 'No sandbox engine answers; the message says what to do.' },
  packages_unavailable: {
    status: 503,
    meaning: 'The installed packages were removed from the sandbox engine; they are being installed again.',
  },
  key_store_unavailable: {
    status: 503,
    meaning: 'The key store does not answer, so that no session can be remembered or brought back.',
  },
  language_not_installed: { status: 503, meaning: 'The language has no image yet; the message has the command.' },
  storage_unavailable: {
    status: 507,
    meaning: 'The disk of the data folder takes no more; nothing was changed. The message says what to do.',
  },
  model_timeout: { status: 504, meaning: 'The model provider was silent for longer than its time limit.' },
  shutting_down: { status: 503, meaning: 'The daemon is stopping; try again when it is back.' },
} as const satisfies Record<string, { status: number; meaning: string }>;

export type ErrorCode = keyof typeof errorCatalog;
