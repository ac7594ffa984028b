import { z } from 'zod';

const Text = z.string().min(1).nullish();
/** The value of a field that is refused. */
const Unread = z.unknown().optional();

export const KubeCluster = z.object({
  server: z.string().min(1),
  'certificate-authority': Text,
  'certificate-authority-data': Text,
  'insecure-skip-tls-verify': z.boolean().nullish(),
  'tls-server-name': Text,
  'proxy-url': Unread,
});
export type KubeCluster = z.infer<typeof KubeCluster>;

const ExecPlugin = z.object({
  apiVersion: z.enum(['client.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1beta1']),
  command: z.string().min(1),
  args: z.array(z.string()).max(200).nullish(),
  env: z
    .array(z.object({ name: z.string().min(1), value: z.string() }))
    .max(200)
    .nullish(),
  provideClusterInfo: z.boolean().nullish(),
  interactiveMode: z.string().nullish(),
});
export type ExecPlugin = z.infer<typeof ExecPlugin>;

export const KubeUser = z.object({
  'client-certificate': Text,
  'client-certificate-data': Text,
  'client-key': Text,
  'client-key-data': Text,
  token: Text,
  tokenFile: Text,
  exec: ExecPlugin.nullish(),
  'auth-provider': Unread,
  username: Unread,
  password: Unread,
  as: Unread,
});
export type KubeUser = z.infer<typeof KubeUser>;

export const KubeContext = z.object({ cluster: z.string().min(1), user: z.string().min(1) });

const Entries = z
  .array(z.looseObject({ name: z.string().min(1) }))
  .max(5000)
  .nullish();

/** A kubeconfig. An entry is checked when it is used: the file may have others that this daemon does not know. */
export const Kubeconfig = z.object({ clusters: Entries, contexts: Entries, users: Entries });
export type Kubeconfig = z.infer<typeof Kubeconfig>;
