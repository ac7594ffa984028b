import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { entityTag } from '../../src-shared/contracts/preconditions.ts';
import { ApiError } from './api-error.ts';

/** The condition of a PUT, as its headers. */
export type Condition = { 'If-None-Match': '*' } | { 'If-Match': string };

/** The question to the user before an item is replaced. */
export interface ReplaceQuestion {
  /** The current version; undefined if the item no longer exists. */
  version: number | undefined;
  /** The item changed after the form was opened. */
  isConcurrent: boolean;
}

interface ConditionalSave {
  put(condition: Condition): Promise<unknown>;
  /** Asks the daemon for the current version. */
  findVersion(): Promise<number | undefined>;
  onSaved(): unknown;
}

/** Returns the condition that the item still has this version, or does not exist if `version` is undefined. */
export function conditionOf(version: number | undefined): Condition {
  return version === undefined ? { 'If-None-Match': '*' } : { 'If-Match': entityTag(version) };
}

/** Returns true if a PUT was refused because its condition (If-Match, If-None-Match) failed. */
export function isPreconditionFailed(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'precondition_failed';
}

/**
 * Saves an item that is identified by its name. Asks before it replaces a version that the user has not seen: the name
 * is taken, or another window changed the item. Nothing is sent before the user answers.
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
    /** Why the save failed. A condition that failed is no error here: it becomes the question. */
    error: isPreconditionFailed(save.error) ? null : save.error,
    question,
    /** @param seen the version that the form shows; undefined for a new thing */
    save: (seen: number | undefined) => save.mutate(seen),
    ask: (version: number) => setQuestion({ version, isConcurrent: false }),
    replace: () => save.mutate(question?.version),
    dismiss: () => setQuestion(undefined),
  };
}
