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
  ShieldQuestionMark,
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
  /** Behind `g`, it leads there. */
  readonly key?: string;
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
    entries: [{ to: '/', key: 'o', label: pageTitles.overview, icon: Gauge }],
  },
  {
    label: shellStrings.groups.build,
    entries: [
      {
        to: '/playground',
        key: 'p',
        label: pageTitles.playground,
        icon: MessageSquare,
        permission: 'playground.use',
      },
      { to: '/models', key: 'm', label: pageTitles.models, icon: Cpu, permission: 'playground.use' },
      { to: '/keys', key: 'k', label: pageTitles.keys, icon: KeyRound, permission: 'api_keys.read' },
      { to: '/files', key: 'f', label: pageTitles.files, icon: Files, permission: 'files.manage' },
      { to: '/batches', key: 'b', label: pageTitles.batches, icon: Layers, permission: 'batches.manage' },
      {
        to: '/webhooks',
        key: 'w',
        label: pageTitles.webhooks,
        icon: Webhook,
        permission: 'webhooks.manage',
      },
      { to: '/tunnels', key: 't', label: pageTitles.tunnels, icon: Cable, permission: 'tunnels.manage' },
      {
        to: '/templates',
        key: 'e',
        label: pageTitles.templates,
        icon: FileText,
        permission: 'prompts.manage',
      },
      { to: '/plugins', key: 'n', label: pageTitles.plugins, icon: Puzzle },
    ],
  },
  {
    label: shellStrings.groups.money,
    entries: [
      { to: '/usage', key: 'u', label: pageTitles.usage, icon: ChartColumn, permission: 'usage.read' },
      { to: '/billing', key: 'i', label: pageTitles.billing, icon: Wallet, permission: 'billing.read' },
      {
        to: '/limits',
        key: 'l',
        label: pageTitles.limits,
        icon: SlidersHorizontal,
        permission: 'workspace_limits.read',
      },
      { to: '/requests', key: 'r', label: pageTitles.requests, icon: FileSearch, permission: 'usage.read' },
    ],
  },
  {
    label: shellStrings.groups.organization,
    entries: [
      { to: '/members', key: 'h', label: pageTitles.members, icon: Users, permission: 'members.manage' },
      {
        to: '/workspaces',
        key: 'c',
        label: pageTitles.workspaces,
        icon: Boxes,
        permission: 'workspaces.run',
      },
      {
        to: '/admin-keys',
        key: 'd',
        label: pageTitles.adminKeys,
        icon: ShieldCheck,
        permission: 'admin_keys.manage',
      },
      { to: '/audit', key: 'a', label: pageTitles.audit, icon: ScrollText, permission: 'audit.read' },
      { to: '/outbox', key: 'x', label: pageTitles.outbox, icon: Mails, permission: 'outbox.read' },
      {
        to: '/inference-hook',
        key: 'v',
        label: pageTitles.inferenceHook,
        icon: ShieldQuestionMark,
        permission: 'organization.manage',
      },
      {
        to: '/settings',
        key: 's',
        label: pageTitles.settings,
        icon: Settings,
        permission: 'organization.manage',
      },
    ],
  },
];
