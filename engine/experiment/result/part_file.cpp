#include "engine/experiment/result/part_file.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <set>
#include <utility>
#include <variant>

#include "engine/experiment/file/fields.h"
#include "engine/experiment/file/version.h"
#include "engine/experiment/result/assembly.h"
#include "engine/experiment/session/session.h"
#include "engine/random/sha256.h"

namespace noisy {
namespace {

constexpr std::string_view kPart = "part";
constexpr std::string_view kGroup = "group";
/// Missing parts that an error names.
constexpr Index kMostNamed = 5;
constexpr const char* kNoPart =
    "is no part of an experiment, or cut within its first line: run --part and --checkpoint write "
    "parts";

std::string digest_of(std::string_view before, const Json& content) {
  Sha256 hash;
  hash.update_field(before).update_field(write_json(content));
  return to_hex(hash.finish());
}

/// A member that is a whole number from 0 to 10^9; -1 for any other.
Index whole(const Json& object, std::string_view key) {
  const Json& value = object.member(key);
  const double number = value.is_number() ? value.number() : -1;
  return number >= 0 && number <= 1e9 && number == std::floor(number) ? static_cast<Index>(number)
                                                                      : -1;
}

std::optional<RunRange> range_of(const Json& object) {
  const RunRange range{whole(object, "first"), whole(object, "last")};
  if (range.first < 0 || range.last < range.first) return std::nullopt;
  return range;
}

bool is_head_whole(const Json& head) {
  const std::optional<RunRange> range = range_of(head);
  const Index number = whole(head, "number");
  return range && range->last <= whole(head, "runs") && number >= 1 &&
         number <= whole(head, "of") && whole(head, "of") <= kMostParts &&
         head.member("dataHash").is_text() && head.member("experiment").is_object();
}

std::string words_of(RunRange range) {
  if (range.last - range.first == 1) return "run " + std::to_string(range.first);
  return "runs " + std::to_string(range.first) + " to " + std::to_string(range.last - 1);
}

/// Which runs are in none of these parts, all of which are finished, and why.
///
/// @param from  the first of the runs
std::string words_of_lack(Index from, Index of, const std::set<Index>& numbers, bool is_one_cut) {
  const std::string begin = "some runs are in no part, from run " + std::to_string(from) + " on";
  if (!is_one_cut) return begin + ": all parts must be cut by the same N";
  std::vector<std::string> lacking;
  for (Index number = 1; number <= of && std::ssize(lacking) < kMostNamed; ++number) {
    if (numbers.contains(number)) continue;
    lacking.push_back(std::to_string(number) + "/" + std::to_string(of));
  }
  const bool is_more = of - std::ssize(numbers) > std::ssize(lacking);
  return begin + "; not given: part " + listing(lacking) + (is_more ? " and others" : "");
}

/// The first run at which this share of all loads is reached.
Index cut_at(std::span<const double> loads, PartShare share) {
  if (share.number == share.of) return std::ssize(loads);
  const double all = std::accumulate(loads.begin(), loads.end(), 0.0);
  const double wanted = all * static_cast<double>(share.number) / static_cast<double>(share.of);
  double sum = 0;
  Index at = 0;
  for (; at < std::ssize(loads) && sum < wanted; ++at) sum += loads[static_cast<std::size_t>(at)];
  return at;
}

/// What is missing of a range, in order.
std::vector<RunRange> left_of(RunRange range, std::vector<RunRange> finished) {
  std::ranges::sort(finished, {}, &RunRange::first);
  std::vector<RunRange> left;
  for (const RunRange& done : finished) {
    if (done.first > range.first) left.push_back({range.first, done.first});
    range.first = std::max(range.first, done.last);
  }
  if (range.first < range.last) left.push_back(range);
  return left;
}

}  // namespace

Result<PartFile> PartFile::begin(std::string_view experiment, std::string data_hash,
                                 std::span<const double> loads, PartShare share) {
  Result<Json> tree = parse_json(experiment, kResultLimits);
  if (!tree) return std::unexpected(std::move(tree.error()));
  PartFile part;
  part.head_ = Json::object({{"version", 1},
                             {"engine", engine_version()},
                             {"number", share.number},
                             {"of", share.of},
                             {"first", cut_at(loads, {.number = share.number - 1, .of = share.of})},
                             {"last", cut_at(loads, share)},
                             {"runs", static_cast<Index>(loads.size())},
                             {"dataHash", std::move(data_hash)},
                             {"experiment", *std::move(tree)}});
  return part;
}

PartShare PartFile::share() const {
  return {.number = whole(head_, "number"), .of = whole(head_, "of")};
}

RunRange PartFile::range() const {
  return {whole(head_, "first"), whole(head_, "last")};
}

std::vector<RunRange> PartFile::missing() const {
  return left_of(range(), finished_);
}

std::string PartFile::line_of(std::string_view kind, const Json& content) {
  digest_ = digest_of(digest_, content);
  std::string line = write_json(Json::object({{"sha256", digest_}, {std::string(kind), content}}));
  line += '\n';
  sound_bytes_ += line.size();
  return line;
}

std::string PartFile::append(RunRange range, std::string group) {
  std::string text = sound_bytes_ == 0 ? line_of(kPart, head_) : "";
  if (range.first == range.last) return text;
  // The engine made this text.
  text += line_of(kGroup, *parse_json(group, kResultLimits));
  finished_.push_back(range);
  groups_.push_back(std::move(group));
  return text;
}

Result<PartFile> PartFile::read(std::string_view text, std::string path) {
  const auto refuse = [&](std::string message) {
    return fail(ErrorCode::invalid_value, path, std::move(message));
  };
  PartFile part;
  part.path_ = path;
  for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end + 1) {
    end = text.find('\n', begin);
    const bool is_cut = end == std::string_view::npos;
    if (is_cut) break;  // the program was ended while it wrote
    const bool is_head = begin == 0;
    const Result<Json> line = parse_json(text.substr(begin, end - begin), kResultLimits);
    const Json content = line ? line->member(is_head ? kPart : kGroup) : Json();
    if (!content.is_object()) {
      return refuse(is_head ? kNoPart : "was edited: a line is no group of runs");
    }
    const Json& stated = line->member("sha256");
    if (!stated.is_text() || stated.text() != digest_of(part.digest_, content)) {
      return refuse("was edited: its line " + std::to_string(1 + part.groups_.size() + !is_head) +
                    " does not have the SHA-256 that it states. Run that part again");
    }
    if (is_head) {
      part.head_ = content;
      if (!is_head_whole(content)) return refuse("was edited: its first line names no part");
      const Json& engine = content.member("engine");
      if (!engine.is_text() || engine.text() != engine_version()) {
        return refuse("was written by engine " + (engine.is_text() ? engine.text() : "?") +
                      "; this is " + std::string(engine_version()) +
                      ". Run all parts with one version");
      }
    } else {
      const std::optional<RunRange> range = range_of(content);
      const RunRange own = part.range();
      if (!range || range->first < own.first || range->last > own.last) {
        return refuse("was edited: a group holds runs of another part");
      }
      part.finished_.push_back(*range);
      part.groups_.push_back(write_json(content));
    }
    part.digest_ = stated.text();
    part.sound_bytes_ = end + 1;
  }
  if (part.sound_bytes_ == 0) return refuse(text.empty() ? "is empty" : kNoPart);
  return part;
}

Result<void> PartFile::check(std::string_view data_hash, Index runs) const {
  if (head_.member("dataHash").text() != data_hash) {
    return fail(
        ErrorCode::fingerprint_mismatch, "--data",
        "the records are not those that " + path_ + " began with: give the same file, or run anew");
  }
  if (whole(head_, "runs") == runs) return {};
  return fail(ErrorCode::invalid_value, path_, "does not fit its own experiment");
}

std::vector<RunRange> PartFile::batches(std::span<const double> loads, double seconds,
                                        int threads) const {
  std::vector<RunRange> out;
  for (const RunRange& range : missing()) {
    RunRange batch{range.first, range.first};
    double sum = 0;
    for (Index run = range.first; run < range.last; ++run) {
      const double load = loads[static_cast<std::size_t>(run)];
      const bool is_full = sum + load > seconds && batch.last - batch.first >= threads;
      if (is_full) {
        out.push_back(batch);
        batch.first = run;
        sum = 0;
      }
      sum += load;
      batch.last = run + 1;
    }
    out.push_back(batch);
  }
  return out;
}

Result<std::string> assemble_parts(std::span<const PartFile> parts) {
  if (parts.empty()) return fail(ErrorCode::invalid_value, "parts", "there are none");
  const PartFile& first = parts.front();
  std::vector<std::pair<RunRange, const PartFile*>> finished;
  std::set<Index> numbers;
  for (const PartFile& part : parts) {
    for (const auto& [key, what] :
         {std::pair{"experiment", "the experiment is another one, or its seed is"},
          std::pair{"dataHash", "the data are others"},
          std::pair{"runs", "the number of runs differs"}}) {
      if (part.head_.member(key) == first.head_.member(key)) continue;
      return fail(ErrorCode::invalid_value, part.path_,
                  "does not fit " + first.path_ + ": " + what);
    }
    numbers.insert(part.share().number);
    for (const RunRange& range : part.finished_) finished.emplace_back(range, &part);
  }
  std::ranges::sort(finished, {}, [](const auto& one) { return one.first.first; });
  std::vector<RunRange> ranges;
  for (const auto& [range, part] : finished) {
    if (!ranges.empty() && range.first < ranges.back().last) {
      const PartFile& before = *finished[ranges.size() - 1].second;
      return fail(ErrorCode::invalid_value, part->path_,
                  "holds " + words_of({range.first, std::min(range.last, ranges.back().last)}) +
                      " of " + before.path_ + " again: give every part once");
    }
    ranges.push_back(range);
  }
  const std::vector<RunRange> left = left_of({0, whole(first.head_, "runs")}, ranges);
  if (!left.empty()) {
    for (const PartFile& part : parts) {
      if (part.is_complete()) continue;
      return fail(ErrorCode::invalid_value, part.path_,
                  "is not finished: it lacks " + words_of(part.missing().front()) +
                      ". noisy-descent run --resume goes on with it");
    }
    const Index of = first.share().of;
    const bool is_one_cut =
        std::ranges::all_of(parts, [&](const PartFile& part) { return part.share().of == of; });
    return fail(ErrorCode::invalid_value, "parts",
                words_of_lack(left.front().first, of, numbers, is_one_cut));
  }
  std::vector<std::string> groups;
  for (const PartFile& part : parts) {
    groups.insert(groups.end(), part.groups_.begin(), part.groups_.end());
  }
  try {
    return assemble(first.experiment(), groups);
  } catch (const std::bad_variant_access&) {
    return fail(ErrorCode::invalid_value, first.path_,
                "was edited, or a part beside it: a group is none that this engine writes");
  }
}

}  // namespace noisy
