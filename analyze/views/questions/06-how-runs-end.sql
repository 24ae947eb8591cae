-- How do the runs of each subject end, in the words of their logs?
SELECT c.system, c.subject, c.category, SUM(c.n) AS runs
FROM categories c
WHERE c.metric = 'outcome-mix'
GROUP BY c.system, c.subject, c.category
ORDER BY c.system, c.subject, SUM(c.n) DESC, c.category
