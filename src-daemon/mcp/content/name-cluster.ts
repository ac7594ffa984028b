import { clusterSentence } from '../../../src-shared/formats/cluster-sentence.ts';
import type { ShownLocation } from '../../work/shown-location.ts';

/** Returns a text for agents with the sentence that names the cluster, if programs do not run on this machine. */
export function nameCluster(text: string, place: ShownLocation): string {
  const sentence = clusterSentence(place);
  return sentence === undefined ? text : `${text} ${sentence}`;
}
