/** Usage and cost by time (D-ADM-8, D-ADM-9), single requests, and what code clients were used for (D-ADM-10). */
export { reportCost } from './report-cost.ts';
export { reportUsage } from './report-usage.ts';
export { reportUsageSeries } from './report-usage-series.ts';
export { showRequest, type ShownRequest } from './show-request.ts';
export { reportsModule } from './reports-module.ts';
