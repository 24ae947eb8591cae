-- Quantiles by key over all run dates, interpolated as the report does (type 7). p90, p95
-- and p99 are null below 10, 20 and 100 values.
WITH ranked AS (
  SELECT s.metric AS metric, s.system AS system, s.subject AS subject, s.step AS step, s.value AS value,
    ROW_NUMBER() OVER (PARTITION BY s.metric, s.system, s.subject, s.step ORDER BY s.value) - 1 AS place,
    COUNT(*) OVER (PARTITION BY s.metric, s.system, s.subject, s.step) AS n
  FROM samples s WHERE s.value >= 0
),
weighed AS (
  SELECT r.metric AS metric, r.system AS system, r.subject AS subject, r.step AS step, r.value AS value, r.n AS n,
    {{weight "r.place" "r.n" "0.5"}} AS w50,
    {{weight "r.place" "r.n" "0.9"}} AS w90,
    {{weight "r.place" "r.n" "0.95"}} AS w95,
    {{weight "r.place" "r.n" "0.99"}} AS w99
  FROM ranked r
)
SELECT w.metric AS metric, w.system AS system, w.subject AS subject, w.step AS step, MAX(w.n) AS n,
  SUM(w.value * w.w50) AS p50,
  CASE WHEN MAX(w.n) >= 10 THEN SUM(w.value * w.w90) END AS p90,
  CASE WHEN MAX(w.n) >= 20 THEN SUM(w.value * w.w95) END AS p95,
  CASE WHEN MAX(w.n) >= 100 THEN SUM(w.value * w.w99) END AS p99,
  MIN(w.value) AS least, MAX(w.value) AS most
FROM weighed w
GROUP BY w.metric, w.system, w.subject, w.step
