import {
  Activity,
  Boxes,
  KeyRound,
  type LucideIcon,
  Settings,
  SquareTerminal,
  Ticket,
  Vault,
  WandSparkles,
} from 'lucide-react';

export interface ScreenEntry {
  path: string;
  name: string;
  icon: LucideIcon;
}

/** The screens in the order of the navigation rail. */
export const screens: readonly ScreenEntry[] = [
  { path: '/run', name: 'Run', icon: SquareTerminal },
  { path: '/vault', name: 'Vault', icon: Vault },
  { path: '/generate', name: 'Generate', icon: WandSparkles },
  { path: '/secrets', name: 'Secrets', icon: KeyRound },
  { path: '/packages', name: 'Packages', icon: Boxes },
  { path: '/activity', name: 'Activity', icon: Activity },
  { path: '/access', name: 'Access', icon: Ticket },
  { path: '/settings', name: 'Settings', icon: Settings },
];
