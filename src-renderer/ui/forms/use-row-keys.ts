import { useRef } from 'react';

/** Returns a stable key for each row of a list that is edited, and a function that drops the key of a removed row. */
export function useRowKeys(count: number): { keys: readonly number[]; drop(index: number): void } {
  const state = useRef<{ keys: number[]; next: number }>({ keys: [], next: 0 });
  const { current } = state;
  while (current.keys.length < count) {
    current.keys.push(current.next);
    current.next += 1;
  }
  current.keys.length = count;
  return { keys: [...current.keys], drop: (index) => void current.keys.splice(index, 1) };
}
