-- What do the attempts of each model use?
SELECT u.system, COALESCE(a.model, 'not said') AS used_model, COUNT(*) AS attempts, SUM(a.tokens) AS all_tokens, SUM(a.cost_usd) AS cost
FROM attempts a
JOIN units u ON u.run = a.run
WHERE a.tokens IS NOT NULL OR a.cost_usd IS NOT NULL
GROUP BY u.system, COALESCE(a.model, 'not said')
ORDER BY u.system, used_model
