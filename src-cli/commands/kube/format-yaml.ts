import { Document, visit } from 'yaml';
import type { ClusterObject } from './cluster-objects.ts';

/**
 * Formats objects as one YAML document each, for `kubectl apply`.
 * @param namespace the only given text. It is quoted: kubectl reads YAML 1.1, where names such as `on` are no strings
 */
export function formatYaml(objects: readonly ClusterObject[], namespace: string): string {
  return objects.map((object) => formatDocument(object, namespace)).join('---\n');
}

function formatDocument({ comment, manifest }: ClusterObject, namespace: string): string {
  // Objects that share metadata would otherwise refer to it by an alias.
  const document = new Document(manifest, { version: '1.1', aliasDuplicateObjects: false });
  if (document.contents) document.contents.commentBefore = ` ${comment}`;
  visit(document, {
    Scalar: (_key, node) => {
      if (node.value === namespace) node.type = 'QUOTE_DOUBLE';
    },
  });
  return document.toString({ lineWidth: 0, directives: false });
}
