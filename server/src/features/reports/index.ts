/** Usage and cost by time (D-ADM-8, D-ADM-9). */
export { reportCost } from './report-cost.ts';
export { reportUsage } from './report-usage.ts';
