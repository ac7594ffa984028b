/**
 * `node scripts/icons.ts`: creates the app's icons from resources/desktop/icons/strongroom.svg, in the formats of each
 * system. It is run manually when the drawing changes, and its output is committed. It needs the tests' Chromium.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright';

const folder = fileURLToPath(new URL('../resources/desktop/icons', import.meta.url));
const sizes = [16, 32, 48, 64, 128, 256, 512, 1024];
const tones = { ready: '#2e9e5b', busy: '#d39a2d', down: '#d0453a' };

const svg = readFileSync(join(folder, 'strongroom.svg'), 'utf8');
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
try {
  mkdirSync(join(folder, 'app'), { recursive: true });
  const images = new Map<number, Buffer>();
  for (const size of sizes) images.set(size, await draw(browser, svg, size));
  for (const [size, png] of images) save(`app/${size}x${size}.png`, png);
  save('icon.ico', iconFile(images));
  save('icon.icns', appleIcon(images));
  for (const [tone, colour] of Object.entries(tones)) await drawTray(`tray-${tone}`, withDot(svg, colour));
  await drawTray('trayTemplate', inBlack(svg));
} finally {
  await browser.close();
}

async function drawTray(name: string, drawing: string): Promise<void> {
  save(`${name}.png`, await draw(browser, drawing, 16));
  save(`${name}@2x.png`, await draw(browser, drawing, 32));
}

async function draw(by: Browser, drawing: string, size: number): Promise<Buffer> {
  const page = await by.newPage({ viewport: { width: size, height: size } });
  try {
    const style = `<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>`;
    await page.setContent(style + drawing);
    return await page.screenshot({ omitBackground: true });
  } finally {
    await page.close();
  }
}

/** Adds the state of the engine as a dot in the corner. */
function withDot(drawing: string, colour: string): string {
  return drawing.replace(
    '</svg>',
    `<circle cx="25" cy="25" r="6.5" fill="${colour}" stroke="#fff" stroke-width="2"/></svg>`,
  );
}

/** Makes a template image: macOS uses the shape and sets the colour. */
function inBlack(drawing: string): string {
  return drawing.replace(/<rect[^<>]*\/>/, '').replaceAll('#fff', '#000');
}

/** ICO: a directory of 16 bytes an image, then the images as PNG (256 is written as 0). */
function iconFile(images: Map<number, Buffer>): Buffer {
  const used = [16, 32, 48, 64, 128, 256].map((size) => ({ size, png: images.get(size) ?? Buffer.alloc(0) }));
  const head = Buffer.alloc(6 + used.length * 16);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(used.length, 4);
  let offset = head.length;
  for (const [index, { size, png }] of used.entries()) {
    const at = 6 + index * 16;
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...used.map(({ png }) => png)]);
}

/** ICNS: a file header, then each image as PNG under the type of its size. */
function appleIcon(images: Map<number, Buffer>): Buffer {
  const types: [string, number][] = [
    ['ic07', 128],
    ['ic08', 256],
    ['ic09', 512],
    ['ic10', 1024],
    ['ic11', 32],
    ['ic12', 64],
  ];
  const parts = types.map(([type, size]) => block(type, images.get(size) ?? Buffer.alloc(0)));
  return block('icns', Buffer.concat(parts));
}

function block(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 0, 'latin1');
  head.writeUInt32BE(content.length + 8, 4);
  return Buffer.concat([head, content]);
}

function save(name: string, content: Buffer): void {
  writeFileSync(join(folder, name), content);
}
