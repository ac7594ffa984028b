/** Returns an autostart entry for a command (freedesktop.org, Desktop Entry Specification). */
export function desktopEntry(command: readonly string[]): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Strongroom',
    `Exec=${command.map(quote).join(' ')}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}

/** Quotes an argument. It is escaped for the quotes and again for the file, which uses the same escape character. */
function quote(word: string): string {
  return `"${word.replace(/[\\"`$]/g, '\\$&').replaceAll('%', '%%')}"`.replaceAll('\\', '\\\\');
}
