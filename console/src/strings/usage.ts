import { pageTitles } from './page-titles.ts';

export const usageStrings = {
  title: pageTitles.usage,
  lead: 'Days are in UTC. Usage that the plan covers has no cost.',
  measure: 'Show',
  measures: { cost: 'Cost', tokens: 'Tokens', requests: 'Requests' },
  by: 'By',
  dimensions: { model: 'Model', workspace_id: 'Workspace', api_key_id: 'API key' },
  chart: (measure: string, by: string) => `${measure} per day by ${by.toLowerCase()}`,
  table: 'Exact numbers by day',
  day: 'Day',
  total: 'Total',
  other: 'Other',
  nothing: 'None',
  groups: 'Whole period',
  csv: 'Download CSV',
  csvName: (measure: string, from: string, to: string) => `svc-${measure}-${from}-to-${to}.csv`,
  csvHead: ['day', 'group_id', 'group', 'amount'],
  tooLong: 'Choose a range of at most two years that ends after it starts.',
  empty: {
    title: 'No usage in this period',
    text: 'Calls appear here within seconds. Choose another period to look further back.',
  },
} as const;
