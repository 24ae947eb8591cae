-- One row per sample of a metric: hit (1 or 0) of a rate, value of a distribution, category
-- of a mix. Values by metric, key and run date are what quantiles are made of.
SELECT metric, system, subject, step, run_date, run, hit, value, category FROM flake_samples
UNION ALL
SELECT metric, system, subject, step, run_date, run, hit, value, category FROM duration_samples
UNION ALL
SELECT metric, system, subject, step, run_date, run, hit, value, category FROM stop_samples
UNION ALL
SELECT metric, system, subject, step, run_date, run, hit, value, category FROM competition_samples
