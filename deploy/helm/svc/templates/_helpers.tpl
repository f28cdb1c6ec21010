{{- define "svc.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 52 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 52 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "svc.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "svc.labels" -}}
{{ include "svc.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "svc.image" -}}
{{- if .Values.image.digest }}{{ .Values.image.repository }}@{{ .Values.image.digest }}{{ else }}{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}{{ end }}
{{- end }}

{{- define "svc.serviceAccount" -}}
{{ .Values.serviceAccount.name | default (include "svc.name" .) }}
{{- end }}

{{- /* What cannot work, in words. Included once, by the StatefulSet. */}}
{{- define "svc.check" -}}
{{- $values := .Values }}
{{- $most := ternary (int $values.autoscaling.maxReplicas) (int $values.replicas) $values.autoscaling.enabled }}
{{- $storage := $values.config.storage | default dict }}
{{- if not $values.baseUrl }}{{ fail "baseUrl is missing: the address under which people and programs reach the service, such as https://svc.example.com" }}{{ end }}
{{- if gt $most 1 }}
{{- if not $values.database.existingSecret }}{{ fail "More than one replica needs PostgreSQL: set database.existingSecret. The embedded database belongs to one pod." }}{{ end }}
{{- if not $values.redis.existingSecret }}{{ fail "More than one replica needs Redis, so that limits hold for all of them together: set redis.existingSecret." }}{{ end }}
{{- end }}
{{- if or (gt $most 1) $values.redis.existingSecret }}
{{- if not (or (eq ($storage.type | default "local") "s3") $storage.shared) }}{{ fail "Several replicas, and Redis, need files where all pods find them: set config.storage to a bucket (type: s3), or to the shared claim of files.existingClaim (type: local, path: /files, shared: true)." }}{{ end }}
{{- end }}
{{- if and $values.redis.existingSecret (not $values.database.existingSecret) }}{{ fail "redis.existingSecret is for several replicas, which need PostgreSQL: set database.existingSecret, too." }}{{ end }}
{{- if and $values.database.existingSecret (not $values.dataKey.existingSecret) }}{{ fail "database.existingSecret needs dataKey.existingSecret: 32 bytes in base64, the same for all pods. Make them with: openssl rand -base64 32" }}{{ end }}
{{- if and (eq ($storage.path | default "") "/files") (not $values.files.existingClaim) }}{{ fail "config.storage.path is /files, which files.existingClaim mounts: name the claim." }}{{ end }}
{{- $drain := int (dig "drain_seconds" 30 $values.config) }}
{{- if lt (int $values.terminationGracePeriodSeconds) (add $drain 10 | int) }}{{ fail (printf "terminationGracePeriodSeconds must be at least %d: config.drain_seconds and ten more" (add $drain 10)) }}{{ end }}
{{- end }}

{{- /* Variables of which the values are in secrets: a list of name, and of where it is. */}}
{{- define "svc.secretEnv" -}}
{{- range . }}{{ if (last .).existingSecret }}
- name: {{ first . }}
  valueFrom: { secretKeyRef: { name: {{ (last .).existingSecret }}, key: {{ (last .).key }} } }
{{- end }}{{ end }}
{{- end }}

{{- define "svc.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "svc.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}
