#include "engine/audit/audit_session.h"

#include <algorithm>
#include <chrono>
#include <mutex>

#include "engine/audit/audit_report.h"
#include "engine/data/text_lines.h"
#include "engine/experiment/file/fields.h"
#include "engine/math/deadline.h"

namespace noisy {
namespace {

constexpr Index kFewestRuns = 100;
constexpr Index kMostRuns = 1'000'000;
constexpr Index kFirstWindow = 16;
constexpr double kWindowSeconds = 0.004;
constexpr Index kUnitsPerThread = 4;

Result<void> check(const AuditOptions& options) {
  if (options.runs < kFewestRuns || options.runs > kMostRuns) {
    return fail(ErrorCode::invalid_value, "runs",
                "must be a whole number from " + std::to_string(kFewestRuns) + " to " +
                    std::to_string(kMostRuns));
  }
  if (options.neighbours && !options.planted.empty()) {
    return fail(ErrorCode::conflicting_fields, "neighbours",
                "the view is of the experiment's own data, not of a toy");
  }
  if (!(options.confidence > 0 && options.confidence < 1)) {
    return fail(ErrorCode::invalid_value, "confidence", "must lie between 0 and 1");
  }
  return {};
}

Result<PlantedBug> find_planted(const std::string& id) {
  if (id.empty()) return PlantedBug::none;
  const auto entries = planted_bugs();
  const auto found = std::ranges::find(entries, id, &PlantedEntry::id);
  if (found != entries.end()) return found->bug;
  std::vector<std::string> known;
  for (const PlantedEntry& entry : entries) known.emplace_back(entry.id);
  return fail(ErrorCode::unknown_name, "planted",
              "there is no planted defect " + quoted(id) + "." + known_words(id, known));
}

Result<std::size_t> find_position(const SweepPoint& point, const std::string& id) {
  for (std::size_t i = 0; i < point.algorithms.size(); ++i) {
    const AlgorithmEntry& entry = *find_algorithm(point.algorithms[i].id);
    if (id.empty() ? entry.is_private : entry.id == id) {
      if (entry.is_private && point.privacy.notion != Notion::none) return i;
      return fail(ErrorCode::unsupported_option, "algorithms." + std::to_string(i),
                  "nothing is claimed of a run that is not private, so there is nothing to audit");
    }
  }
  if (id.empty()) {
    return fail(ErrorCode::unsupported_option, "algorithms",
                "no algorithm of the experiment is private, so there is nothing to audit");
  }
  std::vector<std::string> known;
  for (const AlgorithmSpec& algorithm : point.algorithms) known.push_back(algorithm.id);
  return fail(ErrorCode::unknown_algorithm, "algorithms",
              "the experiment has no algorithm " + quoted(id) + "." + known_words(id, known));
}

}  // namespace

AuditSession::AuditSession(AuditOptions options, SweepPoint point, std::size_t position,
                           ReleaseKind release, PlantedBug bug, DataLoader loader)
    : options_(std::move(options)),
      point_(std::move(point)),
      position_(position),
      release_(release),
      bug_(bug),
      loader_(std::move(loader)) {}

Result<std::unique_ptr<AuditSession>> AuditSession::open(std::string_view text,
                                                         const AuditOptions& options) {
  if (auto checked = check(options); !checked) return std::unexpected(checked.error());
  const auto bug = find_planted(options.planted);
  if (!bug) return std::unexpected(bug.error());
  const auto experiment = read_experiment(text);
  if (!experiment) return std::unexpected(experiment.error());
  const auto points = expand_sweep(*experiment);
  if (!points) return std::unexpected(points.error());
  const SweepPoint& point = points->front();
  std::size_t position = 0;
  if (*bug == PlantedBug::none) {
    const auto found = find_position(point, options.algorithm);
    if (!found) return std::unexpected(found.error());
    position = *found;
  }
  DataLoader loader(point.data, use_of(point.problem), DataLayout::rows, options.memory_bytes);
  return std::unique_ptr<AuditSession>(
      new AuditSession(options, point, position, experiment->run.release, *bug, std::move(loader)));
}

bool AuditSession::needs_bytes() const {
  return bug_ == PlantedBug::none && !plan_ && !view_ && loader_.needs_bytes();
}

Result<void> AuditSession::feed(std::span<const std::byte> bytes, double total_bytes) {
  return loader_.feed(bytes, total_bytes);
}

std::string AuditSession::missing_file() const {
  return bug_ == PlantedBug::none && !plan_ && !view_ ? loader_.missing_file() : "";
}

Result<void> AuditSession::load() {
  if (bug_ != PlantedBug::none) {
    auto plan = plan_planted_audit(point_, bug_, options_.seed);
    if (!plan) return std::unexpected(std::move(plan.error()));
    plan_ = *std::move(plan);
    return {};
  }
  auto data = loader_.finish();
  if (!data) return std::unexpected(std::move(data.error()));
  if (auto fits = check_problem(point_.problem, **data); !fits) return fits;
  if (options_.neighbours) {
    auto view = NeighbourView::create(point_, position_, *std::move(data), release_);
    if (!view) return std::unexpected(std::move(view.error()));
    view_ = *std::move(view);
    return {};
  }
  auto plan = plan_audit(point_, position_, *std::move(data), release_, options_.seed);
  if (!plan) return std::unexpected(std::move(plan.error()));
  plan_ = *std::move(plan);
  return {};
}

Result<void> AuditSession::start(std::shared_ptr<math::ThreadPool> threads) {
  if (view_) return {};
  if (!plan_) return fail(ErrorCode::internal, "data", "load the data first");
  auto game = Game::create(plan_->rules);
  if (!game) return std::unexpected(std::move(game.error()));
  game_ = *std::move(game);
  scores_ = game_->table(options_.runs);
  pool_ = std::move(threads);
  window_ = kFirstWindow;
  played_ = 0;
  finding_.reset();
  return {};
}

Result<void> AuditSession::play_window(Index last) {
  const Index first = played_;
  const Index unit = std::max<Index>(1, (last - first) / (kUnitsPerThread * pool_->threads()));
  std::mutex guard;
  std::optional<Error> failure;
  pool_->parallel_for((last - first + unit - 1) / unit, [&](Index part) {
    const Index from = first + part * unit;
    const auto played = game_->play(from, std::min(from + unit, last), scores_);
    if (played) return;
    const std::scoped_lock lock(guard);
    failure = played.error();
  });
  if (failure) return std::unexpected(*std::move(failure));
  played_ = last;
  return {};
}

Result<AuditProgress> AuditSession::view(double seconds) {
  const auto done = view_->advance(math::Deadline::after_seconds(seconds));
  if (!done) return std::unexpected(done.error());
  is_viewed_ = *done;
  return AuditProgress{.done = *done,
                       .rounds = static_cast<double>(view_->seen()),
                       .total = static_cast<double>(view_->total())};
}

Result<AuditProgress> AuditSession::advance(double seconds) {
  if (view_) return view(seconds);
  if (!game_) return fail(ErrorCode::internal, "audit", "start the audit first");
  using Clock = std::chrono::steady_clock;
  const auto deadline = math::Deadline::after_seconds(seconds);
  while (played_ < options_.runs) {
    const auto begin = Clock::now();
    if (auto played = play_window(std::min(played_ + window_, options_.runs)); !played) {
      return std::unexpected(std::move(played.error()));
    }
    const double took = std::chrono::duration<double>(Clock::now() - begin).count();
    if (took < 0.5 * kWindowSeconds) window_ *= 2;
    if (took > 2 * kWindowSeconds) window_ = std::max<Index>(1, window_ / 2);
    if (deadline.passed()) break;
  }
  if (played_ == options_.runs && !finding_) {
    finding_ = judge(plan_->claim, options_.confidence, scores_, exact_epsilon(*plan_));
  }
  return AuditProgress{.done = finding_.has_value(),
                       .rounds = static_cast<double>(played_),
                       .total = static_cast<double>(options_.runs)};
}

Result<std::string> AuditSession::result() const {
  if (view_ && is_viewed_) return view_->result();
  if (!finding_) return fail(ErrorCode::internal, "audit", "the audit is not finished");
  return audit_report(options_, *plan_, *finding_, scores_);
}

}  // namespace noisy
