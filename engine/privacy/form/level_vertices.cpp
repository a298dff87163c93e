#include "engine/privacy/form/level_vertices.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "engine/json/lookup.h"
#include "engine/math/figure_text.h"
#include "engine/math/reduce.h"
#include "engine/privacy/oracle/exact.h"
#include "engine/privacy/release/block_costs.h"
#include "engine/privacy/release/described_release.h"
#include "engine/privacy/release/findings.h"
#include "engine/privacy/release/noise.h"
#include "engine/privacy/release/release_cost.h"
#include "engine/privacy/release/stated_release.h"
#include "engine/problem/risk/coordinate_clip.h"
#include "engine/record/reader.h"

namespace noisy {
namespace {

/// The part of a statement that levels and both players' moves are.
constexpr const char* kLevels = "levels";
constexpr const char* kPlain = "plain";
constexpr const char* kAntithetic = "antithetic";
constexpr const char* kReused = "reuse-gradient-draws";
constexpr const char* kFresh = "fresh";
/// Its member that says how much longer later steps are, where they are.
constexpr const char* kGrowth = "growth";

/// What a release hands out: so many numbers for every coordinate.
constexpr Index kParts = 4;

struct StatedLevels final : StatedRelease::Details {
  PublicLevels levels;
  CoordinateMoves moves;
};

PublicLevels levels_of(const ReleaseDetails& details) {
  const auto choices = static_cast<Index>(details[4]);
  return {.rule = {.max_level = static_cast<Index>(details[0]),
                   .level_budget = details[1],
                   .batch_divisor = details[2]},
          .seed = static_cast<Index>(details[3]),
          .estimator = choices % 2 == 0 ? LevelEstimator::plain : LevelEstimator::antithetic,
          .output = choices / 2 % 2,
          .growth = choices / 4 + 1};
}

CoordinateMoves moves_of(const DescribedRelease& release) {
  return coordinate_moves(release.bounds.linf, release.saddle);
}

/// The levels of so many releases, one step more; nothing where the seed gives another number of
/// steps, or records do not suffice.
std::optional<LevelSchedule> stated_schedule(const PublicLevels& levels, double samples,
                                             double releases) {
  if (!(releases >= 1) || !(releases < static_cast<double>(kMostLevelSteps))) return std::nullopt;
  const auto steps = static_cast<Index>(releases) + 1;
  auto drawn = public_level_schedule(levels, static_cast<Index>(samples), steps);
  if (!drawn || drawn->steps() != steps) return std::nullopt;
  return *std::move(drawn);
}

/// The points at which a step of this level asks records, and what it makes of one record's
/// gradients there.
class BiasReducedGradient {
 public:
  BiasReducedGradient(const PublicLevels& levels, Index level, const LevelPoints& points)
      : weight_(level_normalizer(levels.rule.max_level) * level_size(level)),
        is_antithetic_(levels.estimator == LevelEstimator::antithetic),
        has_minus_(level > 0),
        points_{&points.plus, &points.first} {
    if (has_minus_) points_.push_back(&points.minus);
    if (is_antithetic_) points_.push_back(&points.other);
  }

  const std::vector<const Vector*>& points() const { return points_; }

  /// The difference is taken of one record's gradients, before any mean: it is small where they
  /// are large.
  void add(std::span<const Vector> at, Vector& sum) const {
    const Vector& minus = at[has_minus_ ? 2 : 1];
    if (is_antithetic_) {
      sum += weight_ * (at[0] - 0.5 * (minus + at.back())) + at[1];
    } else {
      sum += weight_ * (at[0] - minus) + at[1];
    }
  }

 private:
  double weight_;  ///< C_M 2^N
  bool is_antithetic_;
  bool has_minus_;  ///< else it is the first vertex
  std::vector<const Vector*> points_;
};

}  // namespace

LevelPoints level_points(const Vector& drawn, Index level) {
  const Index size = drawn.size() / kParts;
  const double half = level_size(level);
  const auto part = [&](Index k) { return drawn.segment(k * size, size); };
  return {.plus = (part(1) + part(2)) / (2 * half),
          .minus = part(1) / half,
          .other = part(2) / half,
          .first = part(0)};
}

HiddenLevels::HiddenLevels(const PublicLevels& levels, Index samples, double scale, double grid)
    : levels_(levels),
      schedule_(public_level_schedule(levels, samples).value_or(LevelSchedule{})),
      scale_(scale),
      grid_(grid),
      account_(levels, released_draws(levels, schedule_)) {}

double level_vertices_rho(const CoordinateMoves& moves, double share, double scale) {
  const double squared = moves.primal * moves.primal + moves.dual * moves.dual;
  return share * (0.5 * squared / (scale * scale));
}

double largest_level_move(const CoordinateMoves& moves, const PublicLevels& levels) {
  double most = 0;
  for (Index level = 0; level <= levels.rule.max_level; ++level) {
    most = std::max(most, level_weight(level, levels.rule.max_level, levels.estimator) /
                              levels.rule.batch_size(level));
  }
  return most * static_cast<double>(levels.growth) * moves.largest();
}

WholeGradient whole_operator(double largest) {
  return {.largest = largest, .rounding = std::numeric_limits<double>::infinity()};
}

GradientSums sums_of(const PublicLevels& levels, double scale) {
  const auto growth = static_cast<double>(levels.growth);
  const Index most = levels.rule.max_level;
  return {.scale = scale,
          .block = growth * level_weight(most, most, levels.estimator),
          .total = 5 * growth * levels.rule.level_budget};
}

void HiddenLevels::show(NonPrivateLook, std::span<double> point) const {
  if (is_hardened()) return show_whole_probabilities(whole_scores_, steps(), point);
  show_probabilities(scores_, scale_, point);
}

class LevelVerticesForm final : public ReleaseForm {
 public:
  LevelVerticesForm()
      : ReleaseForm({"level-vertices", "Vertices of a hidden iterate, by levels",
                     "As many coordinates of two simplices as a public level says, drawn from an "
                     "iterate that nobody sees."}) {}

  bool is_choice() const override { return true; }
  bool may_cost_less() const override { return true; }
  bool is_named(const DescribedRelease&) const override { return true; }
  std::string_view moving_text() const override { return "a coordinate of the sums"; }
  std::string_view plain_plural() const override { return " draws of vertices by gradients of "; }

  RowNorm norm(const DescribedRelease&) const override { return RowNorm::linf; }

  double mean_sensitivity(const DescribedRelease& release, double) const override {
    return largest_level_move(moves_of(release), levels_of(release.release.details));
  }

  std::string mean_text(const DescribedRelease& release) const override {
    const bool grows = levels_of(release.release.details).growth > 1;
    return std::string(grows ? "levels.growth times " : "") +
           "the larger of C_x and C_y times the largest W_N / |B|: a record stands in one block, "
           "and a step of level N gives its block |B| = max(1, ceil(2^N / alpha)) records and adds "
           "up gradients with absolute weights of W_N = 2 C_M 2^N + 1 together, C_M = 2 - 2^-M; "
           "W_0 = 2 C_M - 1, and C_M + 1 for the antithetic estimator; M = levels.maxLevel, alpha "
           "= levels.batchDivisor, C_x = levels.primalMove and C_y = levels.dualMove, how far two "
           "records' operators can be apart in one coordinate of x and of y";
  }

  std::string noise_text(const DescribedRelease& release) const override {
    if (release.is_hardened()) return hardened_noise_text(release);
    return std::string(noise_of(release.release.mechanism).scale_text) +
           ": coordinate j of a simplex is drawn with probability proportional to exp(-s_j / b_t), "
           "s being the sum of the mean bias-reduced operators of all blocks so far, each at "
           "points that were drawn before it; b_t is 1 over the step size";
  }

  std::string_view grid_text() const override { return kWholeGradientsText; }

  std::string cost_formula(const DescribedRelease& release) const override {
    const bool grows = levels_of(release.release.details).growth > 1;
    const std::string growth =
        grows ? ". W_N stands for m_r W_N, m_r = min(levels.growth, sqrt(D / D_r)) being how much "
                "longer the step of block r is than the first, D the draws of all releases"
              : "";
    return "all releases up to t cost max_r D_r (W_N / |B_r|)^2 (C_x^2 + C_y^2) / (2 b_t^2), what "
           "the dearest record pays: N is the level of its block r, and D_r = sum (2^(N' + 1) + o) "
           "the "
           "vertices of each player that the steps after r draw, N' their levels, o = 1 where "
           "levels.output is fresh, else 0; one release costs what it adds to that. The levels are "
           "drawn from levels.seed, until the "
           "sum of 2^N is above levels.levelBudget - 2^M" +
           growth;
  }

  std::string released_text(const DescribedRelease&) const override {
    return "how often each coordinate was drawn, 2^(N + 1) draws from every simplex in a step of "
           "level N, and one more where levels.output is fresh, and everything made from them: "
           "iterates, trace and solution; levels are "
           "public, and the first step's draws are uniform and read no data";
  }

  void describe(const DescribedRelease& release, Json& entry) const override {
    const PublicLevels levels = levels_of(release.release.details);
    const CoordinateMoves moves = moves_of(release);
    const bool is_plain = levels.estimator == LevelEstimator::plain;
    Json out = Json::object({{"levelBudget", levels.rule.level_budget},
                             {"maxLevel", levels.rule.max_level},
                             {"batchDivisor", levels.rule.batch_divisor},
                             {"seed", levels.seed},
                             {"estimator", is_plain ? kPlain : kAntithetic},
                             {"output", levels.output > 0 ? kFresh : kReused},
                             {"primalMove", moves.primal},
                             {"dualMove", moves.dual}});
    if (levels.growth > 1) out.set(kGrowth, levels.growth);
    entry.set(kLevels, std::move(out));
  }

  /// rho_r of the blocks r of all steps but the last, which is not read.
  void tell_blocks(const DescribedRelease& release, Index count,
                   BlockCosts& blocks) const override {
    const PublicLevels levels = levels_of(release.release.details);
    const CoordinateMoves moves = moves_of(release);
    const auto schedule =
        stated_schedule(levels, static_cast<double>(release.samples), static_cast<double>(count));
    if (!schedule) return;
    const double all = released_draws(levels, *schedule);
    double later = all;
    Index first = 0;
    for (Index read = 0; read < count; ++read) {
      const Index level = schedule->levels[static_cast<std::size_t>(read)];
      if (read > 0) later -= level_draws(level, levels.output);
      const double size = schedule->rule.batch_size(level);
      const double weight = step_growth(levels.growth, all, later) *
                            level_weight(level, levels.rule.max_level, levels.estimator) / size;
      blocks.add({.first = first,
                  .records = static_cast<Index>(size),
                  .draws = later,
                  .cost = level_vertices_rho(moves, weight * weight * later,
                                             release.release.noise_scale)});
      first += static_cast<Index>(size);
    }
  }

  void read(RecordReader& entry, StatedRelease& stated) const override {
    auto out = std::make_shared<StatedLevels>();
    RecordReader in = entry.inside(kLevels);
    // No level is above the highest, nor between two.
    const double most = in.number("maxLevel", NumberRule::not_negative);
    const bool is_level = most == std::floor(most) && most <= static_cast<double>(kMostLevel);
    out->levels.rule = {.max_level = is_level ? static_cast<Index>(most) : kMostLevel + 1,
                        .level_budget = in.number("levelBudget", NumberRule::positive),
                        .batch_divisor = in.number("batchDivisor", NumberRule::positive)};
    out->levels.seed = static_cast<Index>(in.number("seed", NumberRule::count));
    out->levels.estimator = in.choice("estimator", kPlain, kAntithetic) ? LevelEstimator::antithetic
                                                                        : LevelEstimator::plain;
    out->levels.output = in.choice("output", kReused, kFresh) ? 1 : 0;
    if (in.has(kGrowth)) {
      out->levels.growth =
          std::min(kMostGrowth, static_cast<Index>(in.number(kGrowth, NumberRule::count)));
    }
    out->moves.primal = in.number("primalMove", NumberRule::not_negative);
    out->moves.dual = in.number("dualMove", NumberRule::not_negative);
    stated.rule_details = details_of_levels(out->levels);
    stated.details = std::move(out);
  }

  void check(const StatedRelease& stated, const std::string& place,
             Findings& findings) const override {
    findings.expect(stated.mechanism == Mechanism::exponential && stated.unit == CostUnit::rho &&
                        !stated.draws_batches && stated.block.is_whole() &&
                        stated.rule == SensitivityRule::uniform && stated.norm == RowNorm::linf,
                    place,
                    "vertices of a hidden iterate are drawn with scores of uniform sensitivity in "
                    "linf, in rho");
    findings.expect(
        stated.values.size() <= 1 && std::ranges::all_of(stated.values, &ScaleRun::is_constant),
        place, "all releases have one scale");
    const auto& of = stated.details_as<StatedLevels>();
    const bool is_rule = check_level_rule(of.levels.rule).has_value();
    findings.expect(is_rule, place + ".levels", "are no levels that a budget can be drawn for");
    if (!is_rule) return;
    check_gradient_grid(stated, sums_of(of.levels, 1), of.moves.largest(), place, findings);
  }

  void check_mean(const StatedRelease& stated, const std::string& place,
                  Findings& findings) const override {
    const auto& of = stated.details_as<StatedLevels>();
    findings.compare(place, of.moves.largest(), stated.sensitivity);
    if (!check_level_rule(of.levels.rule)) return;
    findings.compare(place, stated.mean_sensitivity, largest_level_move(of.moves, of.levels));
  }

  /// What one costs depends on those before it (stated_totals).
  double stated_cost(const StatedRelease&, const StatedNoise&) const override { return kUnproven; }

  std::vector<double> stated_totals(const StatedRelease& stated,
                                    std::span<const double> releases) const override {
    const auto& of = stated.details_as<StatedLevels>();
    std::vector<double> totals(releases.size(), kUnproven);
    const auto schedule = stated_schedule(of.levels, stated.samples, stated.planned);
    const bool is_known = stated.mechanism == Mechanism::exponential &&
                          stated.unit == CostUnit::rho && schedule && !stated.values.empty() &&
                          has_stated_steps(stated, first_noise(stated), 1,
                                           std::array{of.moves.primal, of.moves.dual});
    if (!is_known) return totals;
    const std::vector<double> shares = dearest_shares(of.levels, *schedule);
    for (std::size_t k = 0; k < releases.size(); ++k) {
      if (!(releases[k] <= stated.planned)) continue;
      const auto last = static_cast<std::size_t>(releases[k]);
      totals[k] = last == 0
                      ? 0
                      : level_vertices_rho(of.moves, shares[last - 1], stated.values.front().first);
    }
    return totals;
  }

  std::string plain_words(const Json& entry) const override {
    const Json& levels = entry.member(kLevels);
    return std::string("exponential mechanism over the vertices of each simplex, 2^(N + 1)") +
           (text_of(levels, "output") == kFresh ? " + 1" : "") +
           " draws in a step of level N, which is 0 to " +
           number_text(number_of(levels, "maxLevel")) + " and public, scored by the summed mean " +
           (text_of(levels, "estimator") == kAntithetic ? "antithetic " : "") +
           "bias-reduced gradients of disjoint blocks of " +
           number_text(number_of(entry, "samples")) + " records; one record moves a score by " +
           figure_text(number_of(entry.member("sensitivity"), "mean")) + " at most";
  }

  bool has_hidden_state() const override { return true; }
  Index dearest_record(const Release& release, Index samples) const override {
    const PublicLevels levels = levels_of(release.details);
    const auto schedule = public_level_schedule(levels, samples);
    return schedule ? noisy::dearest_record(levels, *schedule) : 0;
  }
  /// The first vertex is drawn once, and stands in two parts.
  double log_likelihood(const Release&, const Vector& released, const Vector& exact,
                        const VertexSet*) const override {
    const auto repeated = static_cast<std::size_t>(released.size() / kParts);
    const auto drawn = [&](const Vector& all) { return math::view(all).subspan(repeated); };
    return log_chance(drawn(released), drawn(exact));
  }

  std::optional<Error> refusal(const Request& request, const Exact& exact) const override {
    const HiddenLevels& iterate = iterate_of(request);
    const Release& release = request.release;
    const bool is_of_it = details_of_levels(iterate.levels_) == release.details &&
                          iterate.scale_ == release.noise_scale && iterate.scale_ > 0 &&
                          iterate.grid_ == release.grid && exact.data().saddle() != nullptr;
    if (!is_of_it) {
      return Error{ErrorCode::internal, "release", "there is no such iterate to draw from"};
    }
    if (!has_next(iterate, exact.data().samples())) {
      return Error{ErrorCode::internal, "release",
                   "every record may move the scores once, and no step is left"};
    }
    const LevelPoints& points = points_of(request);
    for (const Vector* point : {&points.plus, &points.minus, &points.other, &points.first}) {
      const bool is_inside = point->size() == exact.data().dimension() && point->allFinite() &&
                             exact.data().is_allowed(*point);
      if (is_inside) continue;
      return Error{ErrorCode::internal, "problem.domain",
                   "a point at which records are asked lies outside of the simplices"};
    }
    return std::nullopt;
  }

  void answer(const Request& request, Exact& exact) const override {
    HiddenLevels& iterate = iterate_of(request);
    const Index read = level_at(iterate, 0), drawn = level_at(iterate, 1);
    move(iterate, read, points_of(request), exact);
    draw(iterate, drawn, exact);
    exact.charge(request.release);
    iterate.account_.step(read, drawn);
    ++iterate.steps_;
  }

  double least_cost(const Request& request, const Exact& exact, ReleaseCost& cost) const override {
    const Release& release = request.release;
    const FiniteSum& data = exact.data();
    const HiddenLevels& iterate = iterate_of(request);
    const CoordinateMoves moves = coordinate_moves(data.gradient_bounds().linf, data.saddle());
    const double move = largest_level_move(moves, iterate.levels_);
    const bool is_proven = cost.unit() == CostUnit::rho && release.block.is_whole() &&
                           release.batch_size == data.samples() &&
                           std::isfinite(whole_range(release, move)) &&
                           has_exact_draws(release, whole_operator(largest_coordinate(data)),
                                           sums_of(iterate.levels_, iterate.scale_),
                                           std::array{moves.primal, moves.dual});
    if (!is_proven) return kUnproven;
    LevelAccount account = iterate.account_;
    const double before = level_vertices_rho(moves, account.dearest(), iterate.scale_);
    account.step(level_at(iterate, 0), level_at(iterate, 1));
    return level_vertices_rho(moves, account.dearest(), iterate.scale_) - before;
  }

 private:
  static std::string hardened_noise_text(const DescribedRelease& release) {
    return std::string(noise_of(release.release.mechanism).scale_text) +
           ": coordinate j of a simplex is drawn with probability proportional to exp(-u_j / N_t), "
           "u being the sum of the bias-reduced operators over all blocks' records so far, each "
           "over |B| and in steps of the grid, at points that were drawn before it; N_t = ceil((1 "
           "+ 2^-16) b_t / grid_t), b_t being 1 over the step size; one record moves u by at most "
           "W_N / |B| times C_x / grid_t or C_y / grid_t";
  }

  static StatedNoise first_noise(const StatedRelease& stated) {
    return {.scale = stated.values.front().first,
            .grid = stated.grids.empty() ? 0 : stated.grids.front().first};
  }

  /// The level of the step whose block is read next, or of one that comes so many later.
  static Index level_at(const HiddenLevels& iterate, std::size_t later) {
    return iterate.schedule_.levels[iterate.steps_ + later];
  }

  static bool has_next(const HiddenLevels& iterate, Index samples) {
    if (iterate.steps_ + 1 >= iterate.schedule_.levels.size()) return false;
    const double block = iterate.schedule_.rule.batch_size(level_at(iterate, 0));
    return block <= static_cast<double>(samples - iterate.used_);
  }

  /// Takes the next block's mean bias-reduced operator off the scores.
  static void move(HiddenLevels& iterate, Index level, const LevelPoints& points, Exact& exact) {
    const auto size = static_cast<Index>(iterate.schedule_.rule.batch_size(level));
    const RecordBlock block{.first = iterate.used_, .count = size};
    const BiasReducedGradient gradient(iterate.levels_, level, points);
    if (iterate.is_hardened()) {
      move_in_steps(iterate, level, gradient, block, exact);
    } else {
      move_by_mean(iterate, gradient, block, exact);
    }
    iterate.used_ += size;
  }

  static void move_by_mean(HiddenLevels& iterate, const BiasReducedGradient& gradient,
                           const RecordBlock& block, Exact& exact) {
    const std::vector<SimplexPlayer> players = simplex_players(exact.data());
    if (iterate.scores_.empty()) {
      for (const SimplexPlayer& player : players) {
        iterate.scores_.emplace_back(static_cast<std::size_t>(player.size));
      }
    }
    exact.mean_of_block(gradient.points(), block, largest_coordinate(exact.data()),
                        [&](std::span<const Vector> at, Vector& sum) { gradient.add(at, sum); });
    const double growth = iterate.account_.next_growth();
    for (std::size_t k = 0; k < players.size(); ++k) {
      iterate.scores_[k].add(-growth, players[k].of(exact.value()));
    }
  }

  /// The same record by record, in whole numbers.
  static void move_in_steps(HiddenLevels& iterate, Index level, const BiasReducedGradient& gradient,
                            const RecordBlock& block, Exact& exact) {
    const std::vector<SimplexPlayer> players = simplex_players(exact.data());
    if (iterate.whole_scores_.empty()) {
      for (const SimplexPlayer& player : players) {
        iterate.whole_scores_.emplace_back(static_cast<std::size_t>(player.size));
      }
    }
    const PublicLevels& levels = iterate.levels_;
    const double largest = largest_coordinate(exact.data());
    const double length = iterate.account_.next_growth() / static_cast<double>(block.count);
    const double weight = level_weight(level, levels.rule.max_level, levels.estimator);
    const CoordinateClip clip =
        clip_to_grid({.largest = length * weight * largest}, iterate.grid_, length);
    exact.mean_of_block(gradient.points(), block, largest,
                        [&](std::span<const Vector> at, Vector& none) {
                          Vector one = Vector::Zero(none.size());
                          gradient.add(at, one);
                          one = one.unaryExpr(clip).eval();
                          for (std::size_t k = 0; k < players.size(); ++k) {
                            take_off(1, players[k].of(one), iterate.whole_scores_[k]);
                          }
                        });
  }

  /// What was drawn takes the exact operator's place, so that no answer can show it.
  static void draw(const HiddenLevels& iterate, Index level, Exact& exact) {
    std::vector<PlayerDraws> floating;
    for (const math::LogWeights& player : iterate.scores_) {
      floating.emplace_back(player, iterate.scale_);
    }
    if (!iterate.is_hardened()) return draw_from(floating, iterate, level, exact);
    std::vector<WholeDraws> whole;
    for (const WholeScores& player : iterate.whole_scores_) {
      whole.emplace_back(player, iterate.steps());
    }
    draw_from(whole, iterate, level, exact);
  }

  /// @param from  of each player
  template <class Draws>
  static void draw_from(std::vector<Draws>& from, const HiddenLevels& iterate, Index level,
                        Exact& exact) {
    const std::vector<SimplexPlayer> players = simplex_players(exact.data());
    std::optional<Stream> stream = exact.noise_stream();
    const Index size = exact.data().dimension();
    const Index half = Index{1} << level;
    Vector& out = exact.value();
    out.setZero(kParts * size);
    const auto add = [&](Index part, Index count) {
      for (std::size_t k = 0; k < players.size(); ++k) {
        from[k].add_counts(stream, count, players[k].of(out, part * size));
      }
    };
    add(0, 1);
    // Without noise all parts are multiples by powers of two, so that the points are one, bit for
    // bit.
    add(1, stream ? half - 1 : half);
    if (stream) out.segment(size, size) += out.head(size);
    add(2, half);
    if (iterate.levels_.output > 0) add(3, iterate.levels_.output);
  }

  static HiddenLevels& iterate_of(const Request& request) {
    return *static_cast<const LevelVerticesRequest&>(request).iterate;
  }
  static const LevelPoints& points_of(const Request& request) {
    return *static_cast<const LevelVerticesRequest&>(request).points;
  }
};

const ReleaseForm* level_vertices_form() {
  static const LevelVerticesForm form;
  return &form;
}

ReleaseDetails details_of_levels(const PublicLevels& levels) {
  const Index is_antithetic = levels.estimator == LevelEstimator::plain ? 0 : 1;
  return {static_cast<double>(levels.rule.max_level), levels.rule.level_budget,
          levels.rule.batch_divisor, static_cast<double>(levels.seed),
          static_cast<double>(4 * (levels.growth - 1) + 2 * levels.output + is_antithetic)};
}

LevelVerticesRequest level_vertices_after(HiddenLevels& iterate, const LevelPoints& points,
                                          const Release& release) {
  LevelVerticesRequest request;
  request.form = level_vertices_form();
  request.release = release;
  request.point = &points.plus;
  request.iterate = &iterate;
  request.points = &points;
  return request;
}

}  // namespace noisy
