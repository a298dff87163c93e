#include "engine/cli/run_commands.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <limits>

#include "engine/cli/interrupts.h"
#include "engine/cli/progress.h"
#include "engine/cli/table_alone.h"
#include "engine/cli/work.h"
#include "engine/experiment/session/run_whole.h"

namespace noisy::cli {
namespace {

/// How long the runs of one group take, by loads that are those of a slow core: what is lost where
/// the program is ended from outside.
constexpr double kGroupSeconds = 20;

/// The file to which finished runs go.
struct Target {
  std::string path;       ///< "": none
  bool is_asked = false;  ///< else it is written where there are several groups, and removed
};

Target target_of(const Arguments& arguments) {
  if (arguments.part) return {*arguments.out, true};
  const bool has_place = arguments.out && (std::filesystem::is_regular_file(*arguments.out) ||
                                           !std::filesystem::exists(*arguments.out));
  const std::string beside = has_place ? *arguments.out + ".part" : "";
  if (arguments.resume) return {*arguments.resume, *arguments.resume != beside};
  if (arguments.checkpoint) return {*arguments.checkpoint, true};
  return {beside, false};
}

/// Runs of an experiment, group by group.
class PartRun {
 public:
  PartRun(const Arguments& arguments, std::string experiment)
      : arguments_(arguments),
        experiment_(std::move(experiment)),
        workspace_(limits_of(arguments)),
        target_(target_of(arguments)),
        line_(arguments.quiet) {}

  /// Loads the data. What --resume names was read before.
  Result<void> begin(std::optional<PartFile> resumed) {
    FileIdentity identity;
    is_counted_ = needs_names(arguments_, experiment_);
    auto opened = open(arguments_, experiment_, workspace_, is_counted_ ? &identity : nullptr);
    if (!opened) return std::unexpected(opened.error());
    session_ = *std::move(opened);
    if (is_counted_) data_ = identity.finish();
    auto loads = session_->run_loads();
    if (!loads) return std::unexpected(loads.error());
    loads_ = *std::move(loads);
    const auto hash = session_->data_hash();
    if (!hash) return std::unexpected(hash.error());
    if (resumed) {
      part_ = *std::move(resumed);
      return part_->check(*hash, std::ssize(loads_));
    }
    auto part = PartFile::begin(experiment_, *hash, loads_, arguments_.part.value_or(PartShare()));
    if (!part) return std::unexpected(part.error());
    part_ = *std::move(part);
    return {};
  }

  /// Runs what is missing. An interrupt ends the group that is at work: its runs, and those that
  /// had not begun, stay out of the file, and are cancelled in the result.
  Result<void> work() {
    const int threads = threads_of(arguments_);
    const bool is_written = !target_.path.empty();
    const double seconds = is_written ? kGroupSeconds : std::numeric_limits<double>::infinity();
    const std::vector<RunRange> groups = part_->batches(loads_, seconds, threads);
    is_kept_ = target_.is_asked || arguments_.resume || (is_written && groups.size() > 1);
    if (is_kept_ && !arguments_.resume) {
      if (std::filesystem::exists(target_.path)) {
        return fail(ErrorCode::io_failed, target_.path,
                    "exists already: noisy-descent run --resume goes on with a part; to begin "
                    "anew, remove the file first");
      }
      if (auto written = write_bytes(target_.path, part_->append({}, "")); !written) return written;
    }
    total_ = load_of(
        {groups.empty() ? 0 : groups.front().first, groups.empty() ? 0 : groups.back().last});
    listen_to_interrupts();
    for (const RunRange& range : groups) {
      const bool is_last = range.last == groups.back().last;
      if (auto done = run_group(range, threads, is_last); !done) return done;
    }
    return {};
  }

  /// What the runs are together, with those that were cancelled.
  Result<std::string> result() const { return assemble_parts(std::span(&*part_, 1)); }

  bool is_cancelled() const { return is_cancelled_; }
  const Target& target() const { return target_; }
  bool is_kept() const { return is_kept_; }
  const PartFile& part() const { return *part_; }

 private:
  double load_of(RunRange range) const {
    double sum = 0;
    for (Index run = range.first; run < range.last; ++run) {
      sum += loads_[static_cast<std::size_t>(run)];
    }
    return sum;
  }

  Result<void> run_group(RunRange range, int threads, bool is_last) {
    if (auto started = session_->start(range.first, range.last, threads); !started) return started;
    const double load = load_of(range);
    const bool begins = !is_cancelled_;
    if (!begins) session_->cancel();
    for (bool done = false; !done;) {
      const Result<Progress> progress = session_->advance(kSliceSeconds);
      if (!progress) return std::unexpected(progress.error());
      session_->drain();
      done = progress->done;
      const double share =
          progress->gradient_evaluations / std::max(1.0, progress->total_evaluations);
      line_.show({.gradient_evaluations = done_ + load * share, .total_evaluations = total_});
      if (was_interrupted() && !done && !is_cancelled_) {
        is_cancelled_ = true;
        session_->cancel();
      }
    }
    done_ += load;
    auto group = session_->group();
    if (!group) return std::unexpected(group.error());
    if (begins) count(*group, is_last || is_cancelled_);
    const std::size_t before = part_->sound_bytes();
    const std::string text = part_->append(range, *std::move(group));
    if (!is_kept_ || is_cancelled_) return {};
    std::error_code unknown;
    if (std::filesystem::file_size(target_.path, unknown) != before || unknown) {
      return fail(
          ErrorCode::io_failed, target_.path,
          "was changed by another program while this one ran: let one alone work on a part");
    }
    return append_text(target_.path, text);
  }

  /// Counts these runs before anyone sees what they released; the last time it says so.
  void count(const std::string& group, bool is_last) const {
    if (!is_counted_) return;
    const auto result = assemble(experiment_, std::array{group});
    Arguments arguments = arguments_;
    arguments.quiet = arguments.quiet || !is_last;
    if (result) count_run(arguments, data_, *result);
  }

  const Arguments& arguments_;
  std::string experiment_;
  Workspace workspace_;
  Target target_;
  ProgressLine line_;
  FileNames data_;
  std::unique_ptr<Session> session_;
  std::vector<double> loads_;
  std::optional<PartFile> part_;
  double total_ = 0;
  double done_ = 0;
  bool is_counted_ = false;
  bool is_kept_ = false;
  bool is_cancelled_ = false;
};

Result<PartFile> read_part_file(const std::string& path) {
  const auto text = read_text(path, kMostResultBytes);
  if (!text) return std::unexpected(text.error());
  return PartFile::read(*text, path);
}

/// Cuts off a line that was not written to its end.
Result<void> cut_to(const std::string& path, std::size_t bytes) {
  std::error_code failed;
  std::filesystem::resize_file(path, bytes, failed);
  if (!failed) return {};
  return fail(ErrorCode::io_failed, path, "cannot be written: " + failed.message());
}

std::string words_of(PartShare share) {
  return "part " + std::to_string(share.number) + "/" + std::to_string(share.of);
}

Result<int> finish(const Arguments& arguments, const PartRun& run) {
  const std::string& path = run.target().path;
  const bool is_part = arguments.part || run.part().share().of > 1;
  if (is_part && !run.is_cancelled()) {
    if (arguments.quiet) return 0;
    std::fprintf(stderr, "noisy-descent: %s is finished: %s\n",
                 words_of(run.part().share()).c_str(), path.c_str());
    return 0;
  }
  const std::string onward =
      run.is_kept() ? "; noisy-descent run --resume " + path + " goes on, with the same --data"
                    : std::string();
  if (is_part) {
    return fail(ErrorCode::cancelled, "run",
                "interrupted; the part holds what was finished" + onward);
  }
  const auto result = run.result();
  if (!result) return std::unexpected(result.error());
  const Result<int> written = write_report(arguments, *result);
  if (written && run.is_cancelled()) {
    return fail(ErrorCode::cancelled, "run",
                "interrupted; the result holds what was finished" + onward);
  }
  std::error_code ignored;
  if (written && run.is_kept() && !run.target().is_asked) std::filesystem::remove(path, ignored);
  return written;
}

}  // namespace

Result<int> run_command(const Arguments& arguments) {
  std::optional<PartFile> resumed;
  if (arguments.resume) {
    auto part = read_part_file(*arguments.resume);
    if (!part) return std::unexpected(part.error());
    if (auto cut = cut_to(part->path(), part->sound_bytes()); !cut) {
      return std::unexpected(cut.error());
    }
    if (part->share().of > 1 && (arguments.out || arguments.format)) {
      return fail(ErrorCode::invalid_command, arguments.out ? "--out" : "--format",
                  "is for a result: assemble makes one of all parts");
    }
    say_solvers(arguments, part->experiment());
    resumed = *std::move(part);
  }
  const auto experiment =
      resumed ? Result<std::string>(resumed->experiment()) : read_asking(arguments);
  if (!experiment) return std::unexpected(experiment.error());
  if (const auto table = asked_table(arguments)) {
    if (auto may = may_leave_table_alone(*experiment, *table); !may) {
      return std::unexpected(may.error());
    }
  }
  PartRun run(arguments, *experiment);
  if (auto begun = run.begin(std::move(resumed)); !begun) return std::unexpected(begun.error());
  if (auto worked = run.work(); !worked) return std::unexpected(worked.error());
  return finish(arguments, run);
}

Result<int> assemble_command(const Arguments& arguments) {
  std::vector<std::string> paths = {arguments.input};
  paths.insert(paths.end(), arguments.parts.begin(), arguments.parts.end());
  if (arguments.out && std::ranges::find(paths, *arguments.out) != paths.end()) {
    return fail(ErrorCode::invalid_command, "--out", "names one of the parts");
  }
  std::vector<PartFile> parts;
  for (const std::string& path : paths) {
    auto part = read_part_file(path);
    if (!part) return std::unexpected(part.error());
    parts.push_back(*std::move(part));
  }
  const auto result = assemble_parts(parts);
  if (!result) return std::unexpected(result.error());
  return write_report(arguments, *result);
}

}  // namespace noisy::cli
