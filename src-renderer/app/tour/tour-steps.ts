import { modifier } from '../../ui/controls/kbd.tsx';

interface TourStep {
  title: string;
  text: string;
  /** The screen that the step is about. */
  path: string;
}

/** The steps of the tour, in order. */
export const tourSteps: readonly TourStep[] = [
  {
    title: 'Run code',
    text: `A sample is in the editor. ${modifier}+Enter runs it in a sandbox without network; its output and files appear next to it.`,
    path: '/run',
  },
  {
    title: 'Keep secrets',
    text: 'Programs get API tokens and passwords by name. A saved value is never shown again, and is masked in output.',
    path: '/secrets',
  },
  {
    title: 'Store scripts',
    text: 'The vault encrypts scripts in this window with a master password that only you know. It cannot be reset.',
    path: '/vault',
  },
  {
    title: 'See what happened',
    text: 'Every run and every change is listed here, with a log that can be verified.',
    path: '/activity',
  },
  {
    title: 'Find any command',
    text: `${modifier}+K finds every screen and command by name, also this tour.`,
    path: '/run',
  },
];
