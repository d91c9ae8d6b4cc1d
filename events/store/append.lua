-- Appends one event to a game's log or docket, with all that must agree with it. Lua does
-- not roll back, so everything is checked before anything is written.
--
-- KEYS: 1 stream, 2 index:open, 3 index:running, 4 index:finished, 5 lobby, 6 deadlines, 7 outbox,
--       8 owed, 9 bots
-- ARGV: 1 expected version, 2 its hash, 3 event, 4 hash, 5 private, 6 game, 7 index (2 to 4;
--       0 for a docket, which leaves indexes and deadlines alone), 8 opened at,
--       9 lobby row ('' where unlisted), 10 due ('' for never),
--       11 work that follows ('' for none), 12 channel,
--       13 since when work is owed ('0' for no longer, '' to leave that as it is),
--       14 when a bot moves ('0' for never, '' to leave that as it is)
-- Returns {1} when appended, else {0, the entries from the expected version on}.
local top = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
local version, hash = '0-0', ''
if top then
  version = top[1]
  for i = 1, #top[2], 2 do
    if top[2][i] == 'hash' then hash = top[2][i + 1] end
  end
end
if version ~= ARGV[1] .. '-0' or hash ~= ARGV[2] then
  return {0, redis.call('XRANGE', KEYS[1], ARGV[1] .. '-0', '+')}
end

local next = string.format('%d', ARGV[1] + 1)
redis.call('XADD', KEYS[1], next .. '-0', 'event', ARGV[3], 'hash', ARGV[4], 'private', ARGV[5])
local index = tonumber(ARGV[7])
if index > 2 then redis.call('ZREM', KEYS[2], ARGV[6]) end
if index > 3 then redis.call('ZREM', KEYS[3], ARGV[6]) end
if index > 0 then
  redis.call('ZADD', KEYS[index], ARGV[8], ARGV[6])
  if ARGV[10] ~= '' then
    redis.call('ZADD', KEYS[6], ARGV[10], ARGV[6])
  else
    redis.call('ZREM', KEYS[6], ARGV[6])
  end
end
if ARGV[9] ~= '' then redis.call('HSET', KEYS[5], ARGV[6], ARGV[9]) end
if ARGV[11] ~= '' then
  redis.call('XADD', KEYS[7], '*', 'game', ARGV[6], 'version', next, 'kind', ARGV[11])
end
if ARGV[13] == '0' then
  redis.call('ZREM', KEYS[8], ARGV[6])
elseif ARGV[13] ~= '' then
  redis.call('ZADD', KEYS[8], 'NX', ARGV[13], ARGV[6])
end
if ARGV[14] == '0' then
  redis.call('ZREM', KEYS[9], ARGV[6])
elseif ARGV[14] ~= '' then
  redis.call('ZADD', KEYS[9], ARGV[14], ARGV[6])
end
redis.call('PUBLISH', ARGV[12], ARGV[6])
return {1}
