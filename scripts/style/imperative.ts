/** Words that begin a sentence and are no verbs. */
const notVerbs = new Set(
  'a an the this that these those it its we i you no not more some all in on at for of with'.split(' '),
);

/**
 * Verbs of commit subjects. Only their other forms are recognised ("Added", "Fixing", "Removes"), so that "Address" or
 * "Embed" is never taken for a form of another verb.
 */
const verbs = new Set(
  (
    'accept add allow anchor answer apply ask avoid bring build bump call cap catch change check choose clean close ' +
    'commit compare compile complete connect convert copy correct count cover create cut decide declare delete depend ' +
    'describe detect disable document download drop enable encode encrypt end ensure exclude exit expect explain export ' +
    'extend extract fail fetch find finish fix follow forbid format generate get give guard handle hide hold ignore ' +
    'implement import improve include increase install introduce join keep launch lead leave let limit link list load ' +
    'lock log make mark match measure merge migrate mock move name note open order parse pass patch pin place plan plant ' +
    'point poll prefer prepare prevent print protect prove provide prune publish put raise reach read rebuild record ' +
    'reduce refactor refuse reject release rely reload remove rename render reorder repair replace report require ' +
    'rerun reset resolve restore restrict retry return reuse revert rework rewrite run save scan search send separate ' +
    'serve set share shorten show shrink simplify skip sort split start state stop store stream strip support swap take ' +
    'test tidy track translate trim try turn unify unlock update upgrade use validate verify wait warn wrap write'
  ).split(' '),
);

const endings = ['s', 'es', 'ed', 'd', 'ing'];

/** Returns false for a word that is no verb, and for a verb that ends with -s, -ed or -ing. */
export function isImperative(word: string): boolean {
  const lower = word.toLowerCase();
  return !notVerbs.has(lower) && !basesOf(lower).some((base) => verbs.has(base));
}

/** Returns the verbs of which a word may be a form: `tries` and `tried` of `try`, `using` of `use`, `running` of `run`. */
function basesOf(word: string): string[] {
  const stems = endings.filter((ending) => word.endsWith(ending)).map((ending) => word.slice(0, -ending.length));
  return stems.flatMap((one) => [one, `${one}e`, one.replace(/i$/, 'y'), one.replace(/(.)\1$/, '$1')]);
}
