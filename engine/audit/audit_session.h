#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/audit/audit_options.h"
#include "engine/audit/finding.h"
#include "engine/audit/neighbour_view.h"
#include "engine/experiment/plan/load_data.h"
#include "engine/math/thread_pool.h"

namespace noisy {

struct AuditProgress {
  bool done = false;
  double rounds = 0;  ///< played so far, on each data set; or records replaced
  double total = 0;
};

/// One audit in this process: opened from text, given its data, played in slices, read out.
/// To cancel, stop calling advance().
class AuditSession {
 public:
  /// Parses and validates; touches no data. Of a sweep, the first point is audited.
  ///
  /// @error what read_experiment says; unknown-algorithm, invalid-value at "--runs" and the like;
  ///        unsupported-option when there is no private algorithm
  static Result<std::unique_ptr<AuditSession>> open(std::string_view experiment,
                                                    const AuditOptions& options);

  bool needs_bytes() const;
  Result<void> feed(std::span<const std::byte> bytes, double total_bytes);
  /// As a Session's.
  std::string missing_file() const;
  /// Loads the data, of which n, d and the enforced bounds are used, plans, and finds the canary.
  Result<void> load();

  /// Prepares the rounds. Needs load().
  Result<void> start(std::shared_ptr<math::ThreadPool> threads);
  /// Plays for about this long.
  ///
  /// @error what ended a run of the game
  Result<AuditProgress> advance(double seconds);
  /// The report as JSON, or what NeighbourView::result() says. Needs advance() to have said done.
  Result<std::string> result() const;

 private:
  AuditSession(AuditOptions options, SweepPoint point, std::size_t position, ReleaseKind release,
               PlantedBug bug, DataLoader loader);

  Result<void> play_window(Index last);
  Result<AuditProgress> view(double seconds);

  AuditOptions options_;
  SweepPoint point_;
  std::size_t position_;
  ReleaseKind release_;
  PlantedBug bug_;
  DataLoader loader_;
  std::optional<AuditPlan> plan_;
  std::unique_ptr<Game> game_;
  std::shared_ptr<math::ThreadPool> pool_;
  ScoreTable scores_;
  Index played_ = 0;
  Index window_ = 0;  ///< rounds that take a few milliseconds
  std::optional<AuditFinding> finding_;
  std::unique_ptr<NeighbourView> view_;  ///< instead of plan and game
  bool is_viewed_ = false;
};

}  // namespace noisy
