import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { entityTag } from '../../src-shared/contracts/preconditions.ts';
import { ApiError } from './api-error.ts';

/** The condition of a PUT, as its headers. */
export type Condition = { 'If-None-Match': '*' } | { 'If-Match': string };

/** What is to be asked before something is replaced. */
export interface ReplaceQuestion {
  /** The version that is there now; undefined where there is none any more. */
  version: number | undefined;
  /** It has become so since the form was opened. */
  isConcurrent: boolean;
}

interface ConditionalSave {
  put(condition: Condition): Promise<unknown>;
  /** The version that is there now, asked of the daemon. */
  findVersion(): Promise<number | undefined>;
  onSaved(): unknown;
}

/** The condition that what is there is still this version, or that there is nothing. */
export function conditionOf(version: number | undefined): Condition {
  return version === undefined ? { 'If-None-Match': '*' } : { 'If-Match': entityTag(version) };
}

/** Whether a PUT was refused because what it names is not as its condition says. */
export function isPreconditionFailed(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'precondition_failed';
}

/**
 * Saves what creates or replaces something by its name, and asks before anything is replaced that the person has not
 * seen: the name is taken, or another window changed it meanwhile. Until the answer nothing is sent.
 */
export function useConditionalSave({ put, findVersion, onSaved }: ConditionalSave) {
  const [question, setQuestion] = useState<ReplaceQuestion>();
  const save = useMutation({
    mutationFn: (version: number | undefined) => put(conditionOf(version)),
    onSuccess: () => {
      setQuestion(undefined);
      return onSaved();
    },
    onError: async (error) => {
      if (isPreconditionFailed(error)) setQuestion({ version: await findVersion(), isConcurrent: true });
      else setQuestion(undefined);
    },
  });
  return {
    busy: save.isPending,
    /** Without the refusals that the question tells. */
    error: isPreconditionFailed(save.error) ? null : save.error,
    question,
    /** @param seen the version that the form shows; undefined for a new thing */
    save: (seen: number | undefined) => save.mutate(seen),
    ask: (version: number) => setQuestion({ version, isConcurrent: false }),
    replace: () => save.mutate(question?.version),
    dismiss: () => setQuestion(undefined),
  };
}
