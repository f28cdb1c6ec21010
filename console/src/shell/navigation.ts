import type { LinkProps } from '@tanstack/react-router';
import type { Permission } from '@svc/contract';
import {
  Boxes,
  Cable,
  ChartColumn,
  Cpu,
  FileSearch,
  FileText,
  Files,
  Gauge,
  KeyRound,
  Layers,
  Mails,
  MessageSquare,
  Puzzle,
  ScrollText,
  Settings,
  ShieldCheck,
  SlidersHorizontal,
  Users,
  Wallet,
  Webhook,
  type LucideIcon,
} from 'lucide-react';
import { pageTitles } from '../strings/page-titles.ts';
import { shellStrings } from '../strings/shell.ts';

export interface NavigationEntry {
  readonly to: NonNullable<LinkProps['to']>;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Who lacks it does not see the entry. Absent: everybody sees it. */
  readonly permission?: Permission;
}

export interface NavigationGroup {
  /** Absent: the group needs no name. */
  readonly label?: string;
  readonly entries: readonly NavigationEntry[];
}

/** Every page that has a place in the navigation, in its order. */
export const NAVIGATION: readonly NavigationGroup[] = [
  {
    entries: [{ to: '/', label: pageTitles.overview, icon: Gauge }],
  },
  {
    label: shellStrings.groups.build,
    entries: [
      {
        to: '/playground',
        label: pageTitles.playground,
        icon: MessageSquare,
        permission: 'playground.use',
      },
      { to: '/models', label: pageTitles.models, icon: Cpu, permission: 'playground.use' },
      { to: '/keys', label: pageTitles.keys, icon: KeyRound, permission: 'api_keys.read' },
      { to: '/files', label: pageTitles.files, icon: Files, permission: 'files.manage' },
      { to: '/batches', label: pageTitles.batches, icon: Layers, permission: 'batches.manage' },
      { to: '/webhooks', label: pageTitles.webhooks, icon: Webhook, permission: 'webhooks.manage' },
      { to: '/tunnels', label: pageTitles.tunnels, icon: Cable, permission: 'tunnels.manage' },
      { to: '/templates', label: pageTitles.templates, icon: FileText, permission: 'prompts.manage' },
      { to: '/plugins', label: pageTitles.plugins, icon: Puzzle },
    ],
  },
  {
    label: shellStrings.groups.money,
    entries: [
      { to: '/usage', label: pageTitles.usage, icon: ChartColumn, permission: 'usage.read' },
      { to: '/billing', label: pageTitles.billing, icon: Wallet, permission: 'billing.read' },
      {
        to: '/limits',
        label: pageTitles.limits,
        icon: SlidersHorizontal,
        permission: 'workspace_limits.read',
      },
      { to: '/requests', label: pageTitles.requests, icon: FileSearch, permission: 'usage.read' },
    ],
  },
  {
    label: shellStrings.groups.organization,
    entries: [
      { to: '/members', label: pageTitles.members, icon: Users, permission: 'members.manage' },
      { to: '/workspaces', label: pageTitles.workspaces, icon: Boxes, permission: 'workspaces.run' },
      { to: '/admin-keys', label: pageTitles.adminKeys, icon: ShieldCheck, permission: 'admin_keys.manage' },
      { to: '/audit', label: pageTitles.audit, icon: ScrollText, permission: 'audit.read' },
      { to: '/outbox', label: pageTitles.outbox, icon: Mails, permission: 'outbox.read' },
      { to: '/settings', label: pageTitles.settings, icon: Settings, permission: 'organization.manage' },
    ],
  },
];
