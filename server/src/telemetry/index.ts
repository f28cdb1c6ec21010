export { logRequest } from './access-log.ts';
export { openMetricsListener } from './metrics-listener.ts';
export { RequestMetrics } from './request-metrics.ts';
export { DependencyMonitor } from './dependency-monitor.ts';
