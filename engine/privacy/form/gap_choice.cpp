#include "engine/privacy/form/gap_choice.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "engine/json/lookup.h"
#include "engine/math/figure_text.h"
#include "engine/math/reduce.h"
#include "engine/privacy/form/whole_scores.h"
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

/// The part of a statement that B is, or C_x and C_y.
constexpr const char* kCandidates = "candidates";
/// B, where there is one.
constexpr const char* kValueBound = "valueBound";

struct StatedChoice final : StatedRelease::Details {
  double value_bound = 0;
  CoordinateMoves moves;

  double move() const { return gap_move(moves, value_bound); }
};

double value_bound_of(const Release& release) {
  return release.details[0];
}

CoordinateMoves moves_of(const DescribedRelease& release) {
  return coordinate_moves(release.bounds.linf, release.saddle);
}

/// Whether a part of a point lies in a simplex, but for rounding.
bool is_in_simplex(std::span<const double> weights) {
  constexpr double kSlack = 1e-12;
  double sum = 0;
  for (const double weight : weights) {
    if (!(weight >= 0)) return false;
    sum += weight;
  }
  return std::abs(sum - 1) <= kSlack;
}

/// A point in the place of one player of another.
Vector with_player(const Vector& point, const SimplexPlayer& player, const Vector& part) {
  Vector out = point;
  out.segment(player.first, player.size) = part;
  return out;
}

/// z_i, then all (x_i, y_ij), then all (x_ij, y_i).
std::vector<Vector> points_of(const GapCandidate& candidate, const FiniteSum& data) {
  const std::vector<SimplexPlayer> players = simplex_players(data);
  std::vector<Vector> out{candidate.point};
  for (const Vector& y : candidate.dual) {
    out.push_back(with_player(candidate.point, players[1], y));
  }
  for (const Vector& x : candidate.primal) {
    out.push_back(with_player(candidate.point, players[0], x));
  }
  return out;
}

/// What one value, or a difference of two, counts at most.
double largest_part(double largest, double value_bound) {
  return value_bound > 0 ? value_bound : 2 * largest;
}

/// How it enters its sum: as it is, or in steps of the grid.
CoordinateClip clip_of(const Release& release, const FiniteSum& data) {
  const double most = largest_part(largest_coordinate(data), value_bound_of(release));
  return release.is_hardened() ? clip_to_grid({.largest = most}, release.grid)
                               : CoordinateClip{.most = most};
}

/// What one record's values at points_of() add to the sums that the two maxima are taken of.
class Gains {
 public:
  Gains(std::size_t duals, bool has_value_bound, const CoordinateClip& clip)
      : duals_(duals), has_value_bound_(has_value_bound), clip_(clip) {}

  void add(std::span<const double> values, Vector& sums) const {
    for (std::size_t k = 1; k < values.size(); ++k) {
      const double sign = k <= duals_ ? 1 : -1;
      sums[static_cast<Index>(k) - 1] +=
          has_value_bound_ ? sign * clip_(values[k]) : clip_(sign * (values[k] - values[0]));
    }
  }

 private:
  std::size_t duals_;
  bool has_value_bound_;
  CoordinateClip clip_;
};

/// m G_i on a block of m records; of hardened releases u_i.
double score_of(const GapCandidate& candidate, const Release& release, Exact& exact) {
  const std::vector<Vector> points = points_of(candidate, exact.data());
  std::vector<const Vector*> at;
  for (const Vector& point : points) at.push_back(&point);
  const Gains gains(candidate.dual.size(), value_bound_of(release) > 0,
                    clip_of(release, exact.data()));
  Vector sums = Vector::Zero(static_cast<Index>(points.size()) - 1);
  exact.values_in_block(at, release.block,
                        [&](std::span<const double> values) { gains.add(values, sums); });
  const auto duals = static_cast<Index>(candidate.dual.size());
  return sums.head(duals).maxCoeff() + sums.tail(sums.size() - duals).maxCoeff();
}

/// N
std::uint64_t steps_of(const Release& release) {
  return gradient_steps(sums_of_choice(release.block.count, release.noise_scale).scale,
                        release.grid);
}

}  // namespace

double gap_move(const CoordinateMoves& moves, double value_bound) {
  return value_bound > 0 ? 4 * value_bound : 2 * (moves.primal + moves.dual);
}

double gap_choice_rho(double move, Index records, double scale) {
  const double range = 2 * move / (static_cast<double>(records) * scale);
  return 0.125 * range * range;
}

WholeGradient whole_gain(double largest, double value_bound) {
  return {.largest = 2 * largest_part(largest, value_bound),
          .rounding = std::numeric_limits<double>::infinity()};
}

GradientSums sums_of_choice(Index records, double scale) {
  const auto count = static_cast<double>(records);
  return {.scale = count * scale, .block = count, .total = count};
}

double gap_choice_scale(double move, Index records, double rho) {
  return 2 * move / (static_cast<double>(records) * std::sqrt(8 * rho));
}

class GapChoiceForm final : public ReleaseForm {
 public:
  GapChoiceForm()
      : ReleaseForm({"gap-choice", "Candidate with a small gap",
                     "Which of some candidates for a saddle point leaves its players the least to "
                     "gain, by answers to each."}) {}

  bool is_choice() const override { return true; }
  bool reads_blocks() const override { return true; }
  bool is_named(const DescribedRelease&) const override { return true; }
  std::string_view moving_text() const override { return "a candidate's score"; }
  std::string_view noised_text() const override { return "choice among candidates"; }
  std::string_view plain_plural() const override { return " choices among candidates by "; }
  RowNorm norm(const DescribedRelease&) const override { return RowNorm::linf; }

  double mean_sensitivity(const DescribedRelease& release, double) const override {
    return gap_move(moves_of(release), value_bound_of(release.release)) /
           static_cast<double>(release.release.block.count);
  }

  std::string mean_text(const DescribedRelease& release) const override {
    if (value_bound_of(release.release) > 0) {
      return "4 B / m: a record is one of m = records.count summands of two means, in which it "
             "counts at most B = candidates.valueBound up or down";
    }
    return "2 (C_x + C_y) / m: a record is one of m = records.count summands of two mean gains, "
           "each over a step of length 2 at most in l1; C_x = candidates.primalMove and C_y = "
           "candidates.dualMove, how far two records' operators can be apart in one coordinate";
  }

  std::string noise_text(const DescribedRelease& release) const override {
    if (release.is_hardened()) return hardened_noise_text(release);
    return std::string(noise_of(release.release.mechanism).scale_text) +
           ": candidate i is chosen with probability proportional to exp(-G_i / b_t), G_i being "
           "what both players gain at most by the answers to it, on the block's mean";
  }

  std::string_view grid_text() const override {
    return ", in whole numbers: what a record adds to a sum is rounded to a multiple of grid_t by "
           "itself, so that sums are exact (chosen exactly)";
  }

  std::string cost_formula(const DescribedRelease& release) const override {
    const std::string move = value_bound_of(release.release) > 0
                                 ? "D = 4 B, B = candidates.valueBound"
                                 : "D = 2 (C_x + C_y), C_x = candidates.primalMove and C_y = "
                                   "candidates.dualMove";
    return "rho_t = (2 D / (m b_t))^2 / 8 with m = records.count and " + move;
  }

  std::string released_text(const DescribedRelease&) const override {
    return "which candidate was chosen";
  }
  std::string also_released_text(const DescribedRelease&) const override {
    return "; and which candidate was chosen";
  }

  void describe(const DescribedRelease& release, Json& entry) const override {
    if (const double bound = value_bound_of(release.release); bound > 0) {
      entry.set(kCandidates, Json::object({{kValueBound, bound}}));
      return;
    }
    const CoordinateMoves moves = moves_of(release);
    entry.set(kCandidates, Json::object({{"primalMove", moves.primal}, {"dualMove", moves.dual}}));
  }

  void tell_blocks(const DescribedRelease& release, Index count,
                   BlockCosts& blocks) const override {
    const RecordBlock& block = release.release.block;
    const double move = gap_move(moves_of(release), value_bound_of(release.release));
    for (Index choice = 0; choice < count; ++choice) {
      blocks.add({.first = block.first,
                  .records = block.count,
                  .draws = 1,
                  .cost = gap_choice_rho(move, block.count, release.release.noise_scale)});
    }
  }

  void read(RecordReader& entry, StatedRelease& stated) const override {
    auto out = std::make_shared<StatedChoice>();
    RecordReader in = entry.inside(kCandidates);
    if (in.has(kValueBound)) {
      out->value_bound = in.number(kValueBound, NumberRule::positive);
    } else {
      out->moves.primal = in.number("primalMove", NumberRule::not_negative);
      out->moves.dual = in.number("dualMove", NumberRule::not_negative);
    }
    stated.rule_details = details_of_gap_choice(out->value_bound);
    stated.details = std::move(out);
  }

  ReleaseDetails written_details(const Json& entry) const override {
    const Json& candidates = entry.member(kCandidates);
    return details_of_gap_choice(candidates.find(kValueBound) ? number_of(candidates, kValueBound)
                                                              : 0);
  }

  void check(const StatedRelease& stated, const std::string& place,
             Findings& findings) const override {
    findings.expect(stated.mechanism == Mechanism::exponential && stated.unit == CostUnit::rho &&
                        !stated.draws_batches && !stated.block.is_whole() &&
                        stated.rule == SensitivityRule::uniform && stated.norm == RowNorm::linf,
                    place,
                    "a candidate is chosen with scores of uniform sensitivity in linf on a block "
                    "of records, in rho");
    check_gradient_grid(stated, sums_of_choice(stated.block.count, 1),
                        stated.details_as<StatedChoice>().move(), place, findings);
  }

  void check_mean(const StatedRelease& stated, const std::string& place,
                  Findings& findings) const override {
    const auto& of = stated.details_as<StatedChoice>();
    if (of.value_bound == 0) findings.compare(place, of.moves.largest(), stated.sensitivity);
    findings.compare(place, stated.mean_sensitivity,
                     of.move() / static_cast<double>(stated.block.count));
  }

  double stated_cost(const StatedRelease& stated, const StatedNoise& noise) const override {
    const bool is_known = stated.mechanism == Mechanism::exponential &&
                          stated.unit == CostUnit::rho && stated.block.count > 0;
    if (!is_known) return kUnproven;
    const double move = stated.details_as<StatedChoice>().move();
    const auto records = static_cast<double>(stated.block.count);
    if (!has_stated_steps(stated, noise, records, {&move, 1})) return kUnproven;
    return gap_choice_rho(move, stated.block.count, noise.scale);
  }

  std::string plain_words(const Json& entry) const override {
    return "exponential mechanism over candidates, scored by what players gain on " +
           number_text(number_of(entry, "batchSize")) + " of " +
           number_text(number_of(entry, "samples")) + " records; one record moves a score by " +
           figure_text(number_of(entry.member("sensitivity"), "mean")) + " at most";
  }

  bool has_hidden_state() const override { return true; }
  Index dearest_record(const Release& release, Index) const override { return release.block.first; }
  double log_likelihood(const Release&, const Vector&, const Vector& exact,
                        const VertexSet*) const override {
    return exact[0];
  }

  std::optional<Error> refusal(const Request& request, const Exact& exact) const override {
    const Release& release = request.release;
    const Index samples = exact.data().samples();
    const bool is_block = release.block.count >= 1 && release.block.first >= 0 &&
                          release.block.count <= samples - release.block.first &&
                          release.batch_size == release.block.count;
    const bool is_rule = std::isfinite(value_bound_of(release)) && value_bound_of(release) >= 0;
    if (!is_block || !is_rule) {
      return Error{ErrorCode::internal, "release", "there is no such block of records to judge by"};
    }
    const auto* candidates = candidates_of(request);
    const bool is_list = exact.data().saddle() && candidates && !candidates->empty() &&
                         std::ranges::all_of(*candidates, [&](const GapCandidate& one) {
                           return is_possible(one, exact.data());
                         });
    if (is_list) return std::nullopt;
    return Error{ErrorCode::internal, "release",
                 "candidates and the answers to them must lie in two simplices"};
  }

  void answer(const Request& request, Exact& exact) const override {
    const auto& candidates = *candidates_of(request);
    Vector scores(static_cast<Index>(candidates.size()));
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      scores[static_cast<Index>(i)] = score_of(candidates[i], request.release, exact);
    }
    exact.value() = Vector::Constant(1, answer_by(scores, request.release, exact));
    exact.charge(request.release);
  }

  double least_cost(const Request& request, const Exact& exact, ReleaseCost& cost) const override {
    const Release& release = request.release;
    const FiniteSum& data = exact.data();
    const double bound = value_bound_of(release);
    const double move =
        gap_move(coordinate_moves(data.gradient_bounds().linf, data.saddle()), bound);
    const bool is_proven =
        cost.unit() == CostUnit::rho && std::isfinite(whole_range(release, move)) &&
        has_exact_draws(release, whole_gain(largest_coordinate(data), bound),
                        sums_of_choice(release.block.count, release.noise_scale), {&move, 1});
    return is_proven ? gap_choice_rho(move, release.block.count, release.noise_scale) : kUnproven;
  }

 private:
  static std::string hardened_noise_text(const DescribedRelease& release) {
    return std::string(noise_of(release.release.mechanism).scale_text) +
           ": candidate i is chosen with probability proportional to exp(-u_i / N_t), u_i being "
           "what both players gain at most by the answers to it, on the block's sum in steps of "
           "the grid; N_t = ceil((1 + 2^-16) m b_t / grid_t) with m = records.count; one record "
           "moves u_i by at most D / grid_t";
  }

  /// The number of the chosen one, or the log-chance of the one that was chosen before.
  ///
  /// @param sums  m G_i, or u_i
  static double answer_by(const Vector& sums, const Release& release, const Exact& exact) {
    const Vector* published = exact.published();
    const bool is_walk = published && published->size() == 1;
    std::optional<Stream> stream = exact.noise_stream();
    if (release.is_hardened()) {
      WholeScores scores(static_cast<std::size_t>(sums.size()));
      take_off(1, math::view(sums), scores);
      const std::uint64_t steps = steps_of(release);
      return is_walk ? log_chance_of(scores, steps, (*published)[0])
                     : static_cast<double>(largest_score(scores, steps, stream));
    }
    const Vector scores = sums / static_cast<double>(release.block.count);
    return is_walk ? log_chance_of(scores, release.noise_scale, (*published)[0])
                   : static_cast<double>(smallest_score(scores, release.noise_scale, stream));
  }

  static const std::vector<GapCandidate>* candidates_of(const Request& request) {
    return static_cast<const GapChoiceRequest&>(request).candidates;
  }

  static bool is_possible(const GapCandidate& candidate, const FiniteSum& data) {
    if (candidate.point.size() != data.dimension()) return false;
    const std::vector<SimplexPlayer> players = simplex_players(data);
    const auto is_part = [](const Vector& part, const SimplexPlayer& player) {
      return part.size() == player.size && is_in_simplex({part.data(), part.data() + part.size()});
    };
    const auto are_parts = [&](const std::vector<Vector>& parts, const SimplexPlayer& player) {
      return !parts.empty() &&
             std::ranges::all_of(parts, [&](const Vector& part) { return is_part(part, player); });
    };
    for (const SimplexPlayer& player : players) {
      if (!is_part(candidate.point.segment(player.first, player.size), player)) return false;
    }
    return are_parts(candidate.primal, players[0]) && are_parts(candidate.dual, players[1]);
  }
};

const ReleaseForm* gap_choice_form() {
  static const GapChoiceForm form;
  return &form;
}

ReleaseDetails details_of_gap_choice(double value_bound) {
  return {value_bound};
}

GapChoiceRequest choose_by_gap(const std::vector<GapCandidate>& candidates,
                               const Release& release) {
  GapChoiceRequest request;
  request.form = gap_choice_form();
  request.release = release;
  request.candidates = &candidates;
  return request;
}

}  // namespace noisy
