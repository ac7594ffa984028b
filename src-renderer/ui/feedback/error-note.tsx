import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

import { asApiError } from '../../client/api-error.ts';
import { fieldSentence, isOfFieldsOnly } from '../../client/field-labels.ts';

/** Shows an error with its code and request id; nothing if there is no error. */
export function ErrorNote({ error, action }: { error: unknown; action?: ReactNode }) {
  if (error === null || error === undefined) return null;
  const { message, details, code, requestId } = asApiError(error);
  const isList = details.length > 1;
  const text = isList && isOfFieldsOnly(message, details) ? 'Some fields are not valid:' : message;
  return (
    <div role="alert" className="flex items-start gap-2 rounded-control bg-danger-soft px-3 py-2 text-sm text-danger">
      <CircleAlert size={16} className="mt-0.5 shrink-0" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="break-words">{text}</p>
        {isList && (
          <ul className="mt-1 list-disc pl-4">
            {details.slice(0, 8).map((problem) => (
              <li key={`${problem.path} ${problem.message}`} className="break-words">
                {fieldSentence(problem) ?? `${problem.path} ${problem.message}`}
              </li>
            ))}
          </ul>
        )}
        <p className="mt-0.5 font-mono text-xs">
          {code}
          {requestId && ` · ${requestId}`}
        </p>
      </div>
      {action}
    </div>
  );
}
