-- Samples of who won. A run that names no participants counts for everybody of its
-- competition, since any of them may have taken part.
WITH finals AS (
  SELECT run, winner, winner_kind, winning_models, turns, tokens,
    ROW_NUMBER() OVER (PARTITION BY run ORDER BY source DESC, COALESCE(line, 0) DESC) AS place
  FROM verdicts WHERE final AND NOT COALESCE(superseded, FALSE)
),
decided AS (
  SELECT f.run AS run, u.system AS system, u.subject AS subject, u.run_date AS run_date,
    f.winner AS winner, COALESCE(f.winner_kind, '') AS winner_kind, f.winning_models AS winning_models, f.turns AS turns, f.tokens AS tokens,
    c.run IS NULL AS unnamed
  FROM finals f JOIN units u ON u.run = f.run
  LEFT JOIN (SELECT DISTINCT run FROM seats) c ON c.run = f.run
  WHERE f.place = 1 AND COALESCE(f.winner, '') <> ''
),
played AS (
  SELECT m.metric AS metric, d.run AS run, d.system AS system, d.run_date AS run_date, FALSE AS unnamed,
    CASE m.metric WHEN 'model-win-rate' THEN 'all competitions' ELSE d.subject END AS subject,
    CASE m.metric
      WHEN 'agent-win-rate' THEN {{bit "s.seat = d.winner"}}
      WHEN 'team-win-rate' THEN {{bit "s.team = d.winner"}}
      ELSE {{bit (contains "d.winning_models" "s.model")}}
    END AS hit,
    CASE m.metric WHEN 'agent-win-rate' THEN s.seat WHEN 'team-win-rate' THEN s.team ELSE s.model END AS name
  FROM decided d
  JOIN seats s ON s.run = d.run
  CROSS JOIN (SELECT 'agent-win-rate' AS metric UNION ALL SELECT 'team-win-rate' AS metric UNION ALL SELECT 'model-win-rate' AS metric) m
  WHERE COALESCE(s.competes, TRUE) AND CASE m.metric
    WHEN 'agent-win-rate' THEN d.winner_kind = 'agent' AND s.seat IS NOT NULL
    WHEN 'team-win-rate' THEN d.winner_kind = 'team' AND s.team IS NOT NULL
    ELSE s.model IS NOT NULL
  END
  UNION DISTINCT
  -- The winner took part, whatever the cast says.
  SELECT CASE winner_kind WHEN 'agent' THEN 'agent-win-rate' ELSE 'team-win-rate' END AS metric, run, system, run_date, unnamed,
    subject, {{bit "TRUE"}} AS hit, winner AS name
  FROM decided WHERE winner_kind IN ('agent', 'team')
  UNION DISTINCT
  {{each (printf "'model-win-rate' AS metric, run, system, run_date, unnamed, 'all competitions' AS subject, %s AS hit" (bit "TRUE")) "winning_models" "name" "decided" "unnamed"}}
)
SELECT metric, system, subject, name AS step, run_date, run,
  hit, {{none "DOUBLE"}} AS value, {{none "VARCHAR"}} AS category
FROM played
UNION ALL
SELECT n.metric AS metric, n.system AS system, n.subject AS subject, n.name AS step, o.run_date AS run_date, o.run AS run,
  {{bit "FALSE"}} AS hit, {{none "DOUBLE"}} AS value, {{none "VARCHAR"}} AS category
FROM (SELECT DISTINCT metric, system, subject, run_date, run FROM played WHERE unnamed) o
JOIN (SELECT DISTINCT metric, system, subject, name FROM played) n ON n.metric = o.metric AND n.system = o.system AND n.subject = o.subject
LEFT JOIN played p ON p.metric = o.metric AND p.run = o.run AND p.name = n.name
WHERE p.run IS NULL
UNION ALL
SELECT 'judge-correct-rate' AS metric, u.system AS system, u.subject AS subject, '' AS step, u.run_date AS run_date, v.run AS run,
  {{bit "v.correct"}} AS hit, {{none "DOUBLE"}} AS value, {{none "VARCHAR"}} AS category
FROM verdicts v JOIN units u ON u.run = v.run WHERE v.correct IS NOT NULL AND NOT v.final
UNION ALL
SELECT 'turns-to-verdict' AS metric, system, subject, '' AS step, run_date, run,
  {{none "BIGINT"}} AS hit, CAST(turns AS {{type "DOUBLE"}}) AS value, {{none "VARCHAR"}} AS category
FROM decided WHERE turns IS NOT NULL
UNION ALL
SELECT 'tokens-to-verdict' AS metric, system, subject, '' AS step, run_date, run,
  {{none "BIGINT"}} AS hit, CAST(tokens AS {{type "DOUBLE"}}) AS value, {{none "VARCHAR"}} AS category
FROM decided WHERE tokens IS NOT NULL
