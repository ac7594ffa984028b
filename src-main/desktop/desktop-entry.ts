/** An autostart entry of the desktop on Linux (freedesktop.org, Desktop Entry Specification) for a command. */
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

/** A word in quotes, escaped for the quotes and once more for the file, whose own escape character is the same. */
function quote(word: string): string {
  return `"${word.replace(/[\\"`$]/g, '\\$&').replaceAll('%', '%%')}"`.replaceAll('\\', '\\\\');
}
