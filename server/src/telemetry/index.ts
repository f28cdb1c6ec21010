/** Access log, metrics, and whether what the service depends on is there. */
export { logRequest } from './access-log.ts';
export { MergedMetrics, type MetricsSnapshot } from './merged-metrics.ts';
export { openMetricsListener } from './metrics-listener.ts';
export { RequestMetrics } from './request-metrics.ts';
export { openTracing, type Tracing } from './traces/open-tracing.ts';
export { DependencyMonitor } from './dependency-monitor.ts';
