// biome-ignore-all lint/performance/noBarrelFile: the entry point of the package
export type { StrongroomOptions } from './connection-options.ts';
export type { Fetch } from './fetch.ts';
export type {
  AuditEntry,
  AuditPage,
  AuditVerification,
  CellResult,
  CreateSandboxRequest,
  EncryptedCode,
  EncryptedCodeInput,
  EncryptedCodeMetadata,
  ExecuteRequest,
  ExecuteResponse,
  ExecuteStoredRequest,
  Execution,
  ExecutionPage,
  GenerateRequest,
  GenerateResponse,
  HealthResponse,
  InputFile,
  Language,
  Operations,
  PackageInfo,
  PackageSpec,
  ProcessRequest,
  ProcessResult,
  ResultFile,
  Sandbox,
  SandboxEntry,
  SecretInput,
  SecretMetadata,
  StoredCode,
  ZkPayload,
} from './generated/api.ts';
export type { CallInput, CallOptions, EventOf, OperationName, ReplyOf } from './operations.ts';
export type { CellEvent, CellOptions, ProcessEvent, SandboxHandle } from './sandbox-handle.ts';
export type { ProgramInput, WithInput } from './streamed-input.ts';
export { type GenerateEvent, type RunEvent, Strongroom } from './strongroom.ts';
export { type ClientErrorCode, type ErrorCode, type ErrorDetail, StrongroomError } from './strongroom-error.ts';
export type { CodeToSave } from './vault.ts';
