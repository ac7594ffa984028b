import type { Page } from 'playwright';

/** Tries to connect to hosts, and prints the outcome of each. */
export const connectTo = (...hosts: string[]) => `
import socket
for host in ${JSON.stringify(hosts)}:
    try:
        socket.create_connection((host, 443), 30).close()
        print("connected to", host)
    except OSError as error:
        print("no connection to", host, type(error).__name__)
`;

/** Sends data, so that a held connection is used. */
export const sendTo = (host: string) => `
connection = socket.create_connection((${JSON.stringify(host)}, 443), 30)
connection.sendall(b"data")
print("answer", connection.recv(1))
`;

/** Selects rules as the network of the next run, and adds a host that the settings then allow. */
export async function addRule(page: Page, host: string): Promise<void> {
  await page.getByLabel('Only these hosts').check();
  await page.getByRole('button', { name: 'Add a host' }).click();
  await page.keyboard.type(host);
  await allowInSettings(page, host);
}

/** Allows the host of a rule in the settings. */
export async function allowInSettings(page: Page, host: string): Promise<void> {
  const allow = page
    .getByRole('group', { name: `Rule for ${host}` })
    .getByRole('button', { name: 'Allow in settings' });
  await allow.click();
  await page.getByRole('button', { name: 'Allow it' }).click();
  await allow.waitFor({ state: 'detached' });
}

/** Shows the network of the current run. */
export const showNetwork = (page: Page) =>
  page
    .getByRole('group', { name: 'View of the run' })
    .getByRole('button', { name: /^Network/ })
    .click();

export const blockedHosts = (page: Page) => page.getByRole('region', { name: 'Blocked and failed' });
