-- Questions to the tables that `journal table` and `journal sessions` write. One text for DuckDB and for Spark SQL: what
-- Spark calls get_json_object is a macro in DuckDB (engines.py). Each query begins with its name.

-- name: events_by_type_and_hour
SELECT app, event, date_trunc('hour', ts) AS hour, count(*) AS events
FROM entries
WHERE event IS NOT NULL
GROUP BY app, event, date_trunc('hour', ts)
ORDER BY app, event, hour;

-- name: failed_commands
SELECT app, get_json_object(payload, '$.command') AS command,
    get_json_object(payload, '$.outcome.failed.kind') AS error,
    count(*) AS times, count(DISTINCT session) AS sessions
FROM entries
WHERE event = 'command.ended' AND get_json_object(payload, '$.outcome.failed.kind') IS NOT NULL
GROUP BY app, get_json_object(payload, '$.command'), get_json_object(payload, '$.outcome.failed.kind')
ORDER BY app, command, error;

-- How long predictions stay open, and how many are rolled back, by the event that was predicted.
-- name: predictions
SELECT app, event, count(*) AS predictions,
    sum(CASE WHEN outcome = 'rollback' THEN 1 ELSE 0 END) AS rolled_back,
    sum(CASE WHEN outcome = 'open' THEN 1 ELSE 0 END) AS still_open,
    median(open_ms) AS median_ms, max(open_ms) AS longest_ms
FROM entries
WHERE operation = 'begin' AND event IS NOT NULL
GROUP BY app, event
ORDER BY app, event;

-- Who changes something, who sees it rolled back, who tries again.
-- name: funnel
WITH
    changed AS (
        SELECT session, min(seq) AS seq FROM entries
        WHERE app = 'weightlog' AND event = 'change.predicted' GROUP BY session),
    refused AS (
        SELECT entries.session, min(entries.seq) AS seq
        FROM entries JOIN changed ON entries.session = changed.session AND entries.seq > changed.seq
        WHERE entries.event = 'change.withdrawn' GROUP BY entries.session),
    tried_again AS (
        SELECT entries.session, min(entries.seq) AS seq
        FROM entries JOIN refused ON entries.session = refused.session AND entries.seq > refused.seq
        WHERE entries.event = 'change.predicted' GROUP BY entries.session)
SELECT 1 AS step, 'changed something' AS what, count(*) AS sessions FROM changed
UNION ALL SELECT 2, 'saw it rolled back', count(*) FROM refused
UNION ALL SELECT 3, 'changed something again', count(*) FROM tried_again
ORDER BY step;

-- Which versions of events are still sent.
-- name: versions_of_events
SELECT app, event, version, count(DISTINCT session) AS sessions, max(ts) AS last_seen
FROM entries
WHERE event IS NOT NULL
GROUP BY app, event, version
ORDER BY app, event, version;

-- Which schemas, that is which builds of an app, are still out there.
-- name: schemas
SELECT app, schema, count(*) AS sessions, max(last) AS last_seen
FROM sessions
GROUP BY app, schema
ORDER BY app, schema;

-- The last three events of sessions that did not end cleanly; 1 is the last.
-- name: before_an_unexpected_end
WITH numbered AS (
    SELECT entries.app AS app, entries.event AS event,
        row_number() OVER (PARTITION BY entries.session ORDER BY entries.seq DESC) AS place
    FROM entries JOIN sessions ON entries.session = sessions.session
    WHERE NOT sessions.ended_cleanly AND entries.event IS NOT NULL)
SELECT app, place, event, count(*) AS sessions
FROM numbered
WHERE place <= 3
GROUP BY app, place, event
ORDER BY app, place, event;
