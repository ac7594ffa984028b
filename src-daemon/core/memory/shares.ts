/** Maximum bytes of one account, as a multiple of the free ones: one that is alone has half of all. */
const shareOfFree = 1;

/** Counts the bytes of each account, and says whether it has room for more. */
export function createShares(limitBytes: number) {
  const byAccount = new Map<number, number>();
  let all = 0;

  const of = (accountId: number) => byAccount.get(accountId) ?? 0;

  return {
    of,
    /** Returns the bytes of the account, and those of all. */
    heldBy: (accountId: number) => ({ own: of(accountId), all }),
    all: () => all,

    /** A dynamic threshold (Choudhury and Hahne, 1998): a full account leaves free bytes for a new one. */
    allow: (accountId: number, bytes: number): boolean =>
      bytes <= 0 || of(accountId) + bytes <= shareOfFree * (limitBytes - all - bytes),

    /** Returns true if the account holds less than the same part for each account that holds bytes. */
    isBelowPart(accountId: number): boolean {
      const others = byAccount.size - (byAccount.has(accountId) ? 1 : 0);
      return of(accountId) < all / (others + 1);
    },

    change(accountId: number, bytes: number): void {
      all += bytes;
      const held = of(accountId) + bytes;
      if (held > 0) byAccount.set(accountId, held);
      else byAccount.delete(accountId);
    },
  };
}
