import {
  Activity,
  Building2,
  ChartColumn,
  Cpu,
  FileSearch,
  ListChecks,
  ScrollText,
  ShieldCheck,
  SlidersHorizontal,
  UserPlus,
  Users,
} from 'lucide-react';
import { pageTitles } from '../strings/page-titles.ts';
import type { NavigationGroup } from './navigation.ts';

/** The first page of an operator, whose address the others begin with. */
export const OPERATOR_HOME = '/operator';

/** Every page of an operator that has a place in the navigation, in its order. */
export const OPERATOR_NAVIGATION: readonly NavigationGroup[] = [
  {
    entries: [
      { to: '/operator/now', key: 'n', label: pageTitles.operatorNow, icon: Activity },
      { to: OPERATOR_HOME, key: 'o', label: pageTitles.operatorOrganizations, icon: Building2 },
      { to: '/operator/margins', key: 'm', label: pageTitles.operatorMargins, icon: ChartColumn },
      { to: '/operator/sign-ups', key: 's', label: pageTitles.operatorSignUps, icon: UserPlus },
      { to: '/operator/requests', key: 'r', label: pageTitles.operatorRequests, icon: FileSearch },
      { to: '/operator/engines', key: 'e', label: pageTitles.operatorEngines, icon: Cpu },
      { to: '/operator/queues', key: 'q', label: pageTitles.operatorQueues, icon: ListChecks },
      {
        to: '/operator/configuration',
        key: 'c',
        label: pageTitles.operatorConfiguration,
        icon: SlidersHorizontal,
      },
      { to: '/operator/events', key: 'l', label: pageTitles.operatorEvents, icon: ScrollText },
      { to: '/operator/operators', key: 'p', label: pageTitles.operatorAccounts, icon: Users },
      { to: '/operator/keys', key: 'k', label: pageTitles.operatorKeys, icon: ShieldCheck },
    ],
  },
];
