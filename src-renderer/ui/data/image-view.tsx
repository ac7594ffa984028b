import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { classes } from '../classes.ts';
import { Button, IconButton } from '../controls/button.tsx';
import { defaultZoom, zoomIn, zoomOut } from './zoom.ts';

interface ImageViewProps {
  /** A blob URL: an image of another origin would be a request. */
  url: string;
  alt: string;
  /** Shows another image of the gallery; absent for a single image. */
  onStep?: ((step: 1 | -1) => void) | undefined;
  /** Position in the gallery: `2 of 5`. */
  position?: string | undefined;
  /** The image gets the focus when it appears, because it replaces one that had it. */
  takesFocus?: boolean;
}

interface Pixels {
  width: number;
  height: number;
}

/** Shows an image in the size of the window or at a zoom, with its size in pixels. */
export function ImageView({ url, alt, onStep, position, takesFocus = false }: ImageViewProps) {
  const [zoom, setZoom] = useState<number>();
  const [pixels, setPixels] = useState<Pixels>();
  const [isBroken, setBroken] = useState(false);
  const actions: Readonly<Record<string, (() => void) | undefined>> = {
    '+': () => setZoom(zoomIn),
    '=': () => setZoom(zoomIn),
    '-': () => setZoom(zoomOut),
    '0': () => setZoom(undefined),
    '1': () => setZoom(defaultZoom),
    // A zoomed image scrolls with the arrow keys.
    ...(zoom === undefined && { ArrowLeft: onStep && (() => onStep(-1)), ArrowRight: onStep && (() => onStep(1)) }),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const action = event.ctrlKey || event.metaKey || event.altKey ? undefined : actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  };
  if (isBroken)
    return <p className="p-3 text-sm text-muted">The browser cannot show this image. Save it to open it elsewhere.</p>;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of all its controls
    <div className="flex min-h-32 flex-1 flex-col" onKeyDown={onKeyDown}>
      <ImageBar zoom={zoom} pixels={pixels} onZoom={setZoom}>
        {onStep && (
          <>
            <IconButton label="Previous image" icon={<ChevronLeft size={16} />} onClick={() => onStep(-1)} />
            <span className="text-xs text-muted">{position}</span>
            <IconButton label="Next image" icon={<ChevronRight size={16} />} onClick={() => onStep(1)} />
          </>
        )}
      </ImageBar>
      <section
        ref={takesFocus ? focusOnce : null}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        aria-label="Image"
        aria-description="Plus and minus zoom, 0 fits the image into the view, 1 shows it at 100 %, and the arrow keys show other images."
        className="flex min-h-24 flex-1 overflow-auto bg-white p-2 contain-strict focus-visible:-outline-offset-2"
      >
        <img
          src={url}
          alt={alt}
          // An SVG can have no size of its own.
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            setPixels(width > 0 && height > 0 ? { width, height } : undefined)
          }
          onError={() => setBroken(true)}
          className={classes('m-auto', zoom === undefined ? 'max-h-full max-w-full object-contain' : 'max-w-none')}
          style={zoom === undefined || pixels === undefined ? {} : { width: pixels.width * zoom }}
        />
      </section>
    </div>
  );
}

/** Stable, so that React calls it only when the element appears. */
const focusOnce = (element: HTMLElement | null) => element?.focus();

interface ImageBarProps {
  zoom: number | undefined;
  pixels: Pixels | undefined;
  onZoom(change: (zoom: number | undefined) => number | undefined): void;
  children: ReactNode;
}

function ImageBar({ zoom, pixels, onZoom, children }: ImageBarProps) {
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-1 border-b border-line px-2 py-1">
      {children}
      <p role="status" className="min-w-24 flex-1 px-1 text-xs text-muted">
        {pixels && `${pixels.width} × ${pixels.height} pixels, `}
        {zoom === undefined ? 'fitted' : `${Math.round(zoom * 100)} %`}
      </p>
      <Button kind="quiet" aria-pressed={zoom === undefined} onClick={() => onZoom(() => undefined)}>
        Fit
      </Button>
      <Button kind="quiet" aria-pressed={zoom === 1} onClick={() => onZoom(() => defaultZoom)}>
        100 %
      </Button>
      <IconButton label="Zoom out" icon={<ZoomOut size={16} />} onClick={() => onZoom(zoomOut)} />
      <IconButton label="Zoom in" icon={<ZoomIn size={16} />} onClick={() => onZoom(zoomIn)} />
    </div>
  );
}
