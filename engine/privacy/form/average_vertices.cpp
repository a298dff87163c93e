#include "engine/privacy/form/average_vertices.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/json/lookup.h"
#include "engine/math/elementary.h"
#include "engine/math/figure_text.h"
#include "engine/math/reduce.h"
#include "engine/privacy/form/scored_vertices.h"
#include "engine/privacy/form/simplex_players.h"
#include "engine/privacy/form/vertex.h"
#include "engine/privacy/oracle/exact.h"
#include "engine/privacy/release/block_costs.h"
#include "engine/privacy/release/described_release.h"
#include "engine/privacy/release/findings.h"
#include "engine/privacy/release/noise.h"
#include "engine/privacy/release/release_cost.h"
#include "engine/privacy/release/stated_release.h"
#include "engine/privacy/release/whole_gradients.h"
#include "engine/random/vertex_sampler.h"
#include "engine/record/reader.h"

namespace noisy {
namespace {

/// The part of a statement that the schedule is, and the longest vertex or both players' moves.
constexpr const char* kAverage = "vertices";
/// Its member that is the longest vertex, of a minimization.
constexpr const char* kRadius = "radius";

struct StatedAverage final : StatedRelease::Details {
  AverageSchedule schedule;
  double radius = 0;  ///< R_q, of a minimization
  CoordinateMoves moves;
  FrozenPlayer frozen = FrozenPlayer::none;

  /// C, of this largest distance between two records' gradients in the norm that goes with R_q.
  double move(double apart) const {
    return frozen == FrozenPlayer::none ? apart * radius : moves_without(moves, frozen).largest();
  }
};

AverageSchedule schedule_of(const ReleaseDetails& details) {
  return {.block_size = static_cast<Index>(details[0]),
          .draws = static_cast<Index>(details[1]),
          .steps = static_cast<Index>(details[2]),
          .period = static_cast<Index>(details[3])};
}

FrozenPlayer frozen_in(const ReleaseDetails& details) {
  return static_cast<FrozenPlayer>(static_cast<int>(details[4]));
}

FrozenPlayer frozen_of(const DescribedRelease& release) {
  return frozen_in(release.release.details);
}

CoordinateMoves moves_of(const DescribedRelease& release) {
  return coordinate_moves(release.bounds.linf, release.saddle);
}

bool is_possible(const AverageSchedule& schedule) {
  return schedule.block_size >= 1 && schedule.draws >= 1 && schedule.steps >= 2 &&
         schedule.period >= 1 && schedule.period <= schedule.steps;
}

/// Records that all steps read; the last one's gradient is not asked for.
double records_of(const AverageSchedule& schedule) {
  return static_cast<double>(schedule.steps - 1) * static_cast<double>(schedule.block_size);
}

/// The step of each release: those that draw, and T once more.
std::vector<Index> ends_of(const AverageSchedule& schedule) {
  std::vector<Index> ends;
  Index step = 1;
  for (Index k = 0; k < schedule.releases(); ++k) {
    step = schedule.next_draw(step);
    ends.push_back(step);
  }
  return ends;
}

/// All releases, or all but the last one, which a run does without where step T has draws of its
/// own.
bool can_make(const AverageSchedule& schedule, double releases) {
  const double most = static_cast<double>(schedule.releases());
  const bool draws_last = schedule.steps % schedule.period == 0;
  return releases == most || (draws_last && releases == most - 1);
}

double rho_of(double range, Index draws) {
  return static_cast<double>(draws) * 0.125 * range * range;
}

/// How many records there are to read.
Index records_in(const RecordBlock& block, Index samples) {
  return block.is_whole() ? samples : block.count;
}

/// ln of every number, for draws in proportion to them; one that has vanished is never drawn.
std::vector<double> logarithms(const Vector& weights) {
  constexpr double kLeast = -1e300;
  std::vector<double> out(static_cast<std::size_t>(weights.size()), kLeast);
  for (std::size_t k = 0; k < out.size(); ++k) {
    const double weight = weights[static_cast<Index>(k)];
    if (weight > 0) out[k] = math::log(weight);
  }
  return out;
}

}  // namespace

Index AverageSchedule::next_draw(Index step) const {
  const Index next = step < period ? step + 1 : (step / period + 1) * period;
  return std::min(next, steps);
}

double average_vertices_rho(double move, const AverageSchedule& schedule, double scale) {
  return rho_of(2 * move / (static_cast<double>(schedule.block_size) * scale), schedule.draws);
}

GradientSums sums_of(const AverageSchedule& schedule, double scale) {
  const auto block = static_cast<double>(schedule.block_size);
  return {.scale = block * scale, .block = block, .total = records_of(schedule)};
}

bool can_keep(const AverageSchedule& schedule) {
  return static_cast<double>(schedule.draws) * static_cast<double>(schedule.releases()) <=
         AveragedDraws::kMostDraws;
}

std::uint64_t HiddenAverage::steps() const {
  return gradient_steps(static_cast<double>(schedule_.block_size) * scale_, grid_);
}

void HiddenMean::show(NonPrivateLook, std::span<double> point) const {
  if (average_.sum_.size() == 0) return;
  std::ranges::copy(vertices_.mean(average_.sum_), point.begin());
}

class AverageVerticesForm final : public ReleaseForm {
 public:
  AverageVerticesForm()
      : ReleaseForm({"average-vertices", "Vertices of a hidden average",
                     "Vertices of the domain, drawn from an average of iterates that nobody "
                     "sees."}) {}

  bool is_choice() const override { return true; }
  bool may_cost_less() const override { return true; }
  bool reads_blocks() const override { return true; }
  std::string_view noised_text() const override { return "draws of vertices"; }
  bool is_named(const DescribedRelease&) const override { return true; }
  std::string_view moving_text() const override { return "a vertex's sum"; }
  std::string_view plain_plural() const override { return " draws of vertices by gradients of "; }

  RowNorm norm(const DescribedRelease& release) const override {
    if (frozen_of(release) != FrozenPlayer::none) return RowNorm::linf;
    return scored_vertices(release).sensitivity.norm;
  }

  double mean_sensitivity(const DescribedRelease& release, double) const override {
    const FrozenPlayer frozen = frozen_of(release);
    const double move = frozen == FrozenPlayer::none
                            ? scored_vertices(release).sensitivity.value()
                            : moves_without(moves_of(release), frozen).largest();
    return move / static_cast<double>(schedule_of(release.release.details).block_size);
  }

  std::string mean_text(const DescribedRelease& release) const override {
    if (frozen_of(release) != FrozenPlayer::none) {
      return "C / B: a record stands in one block of B = vertices.blockSize records, whose mean "
             "operator is added once; C = vertices.primalMove or vertices.dualMove of the player "
             "that is not frozen, how far two records' operators can be apart in one coordinate";
    }
    return "S R / B by Hoelder's inequality: a record stands in one block of B = "
           "vertices.blockSize records, whose mean gradient's product with the vertex is added "
           "once; R = vertices.radius, the longest vertex in the norm dual to that of S";
  }

  std::string noise_text(const DescribedRelease& release) const override {
    if (release.is_hardened()) return hardened_noise_text(release);
    return std::string(noise_of(release.release.mechanism).scale_text) +
           ": vertex k is drawn with the mean over i <= t of probabilities proportional to exp("
           "-s_k / b_t), s being the sum of the mean gradients' products with the vertex over the "
           "blocks before step i, each at the point that was drawn before it; b_t is 1 over the "
           "step size";
  }

  std::string_view grid_text() const override {
    return ", in whole numbers: what a record adds to u is rounded to a whole number of steps by "
           "itself, so that sums are exact (drawn exactly)";
  }

  std::string cost_formula(const DescribedRelease&) const override {
    return "rho_t = K epsilon_t^2 / 8 with K = vertices.perDraw and epsilon_t = 2 mean / b_t: each "
           "of the mixed laws is an exponential mechanism of that range, and Renyi divergences are "
           "quasi-convex; paid by a record whose block was read before, and by no other";
  }

  std::string released_text(const DescribedRelease& release) const override {
    const AverageSchedule schedule = schedule_of(release.release.details);
    if (!release.release.block.is_whole()) {
      return "how often each coordinate was drawn at every draw on every block of records, and "
             "everything made from that: iterates, trace and solution; first steps' draws are "
             "uniform and read no data";
    }
    return "how often each of " + std::to_string(scored_vertices(release).count) +
           " vertices was drawn, " + std::to_string(schedule.draws) +
           " draws from the average of all iterates at " + std::to_string(schedule.releases()) +
           " times during " + std::to_string(schedule.steps) +
           " steps, and everything made from them: iterates, trace and solution; the first "
           "step's draws are uniform and read no data";
  }

  void describe(const DescribedRelease& release, Json& entry) const override {
    const AverageSchedule schedule = schedule_of(release.release.details);
    Json average = Json::object({{"blockSize", schedule.block_size},
                                 {"perDraw", schedule.draws},
                                 {"steps", schedule.steps},
                                 {"period", schedule.period}});
    const FrozenPlayer frozen = frozen_of(release);
    if (frozen == FrozenPlayer::none) {
      average.set(kRadius, scored_vertices(release).sensitivity.radius);
    } else {
      const CoordinateMoves moves = moves_of(release);
      average.set("primalMove", moves.primal);
      average.set("dualMove", moves.dual);
      add_frozen(frozen, average);
    }
    entry.set(kAverage, std::move(average));
  }

  /// A record pays for all releases but those that were drawn before its block was read.
  void tell_blocks(const DescribedRelease& release, Index count,
                   BlockCosts& blocks) const override {
    const AverageSchedule schedule = schedule_of(release.release.details);
    const double each = average_vertices_rho(scored_vertices(release).sensitivity.value(), schedule,
                                             release.release.noise_scale);
    Index later = count, next = schedule.next_draw(1);
    for (Index step = 1; step < schedule.steps; ++step) {
      if (step == next) {
        next = schedule.next_draw(step);
        --later;
      }
      blocks.add({.first = (step - 1) * schedule.block_size,
                  .records = schedule.block_size,
                  .draws = static_cast<double>(later * schedule.draws),
                  .cost = static_cast<double>(later) * each});
    }
  }

  void read(RecordReader& entry, StatedRelease& stated) const override {
    auto out = std::make_shared<StatedAverage>();
    RecordReader in = entry.inside(kAverage);
    const auto count = [&](const char* key) {
      return static_cast<Index>(in.number(key, NumberRule::count));
    };
    out->schedule = {.block_size = count("blockSize"),
                     .draws = count("perDraw"),
                     .steps = count("steps"),
                     .period = count("period")};
    out->frozen = read_frozen(in);
    if (out->frozen == FrozenPlayer::none) {
      out->radius = in.number(kRadius, NumberRule::positive);
    } else {
      out->moves.primal = in.number("primalMove", NumberRule::not_negative);
      out->moves.dual = in.number("dualMove", NumberRule::not_negative);
    }
    stated.rule_details = details_of_average(out->schedule, out->frozen);
    stated.details = std::move(out);
  }

  void check(const StatedRelease& stated, const std::string& place,
             Findings& findings) const override {
    findings.expect(stated.mechanism == Mechanism::exponential && stated.unit == CostUnit::rho &&
                        !stated.draws_batches && stated.rule == SensitivityRule::uniform,
                    place,
                    "vertices of a hidden average are drawn with scores of uniform sensitivity, in "
                    "rho");
    const auto& of = stated.details_as<StatedAverage>();
    findings.expect(of.frozen == FrozenPlayer::none || stated.norm == RowNorm::linf, place,
                    "operators of one player are bounded coordinate by coordinate");
    const AverageSchedule& schedule = of.schedule;
    const bool is_schedule = is_possible(schedule);
    findings.expect(is_schedule, place + ".vertices.period", "is within 1 and the steps");
    if (!is_schedule) return;
    findings.expect(can_make(schedule, stated.planned), place + ".noise.planned",
                    "is not the number of draws that steps and period make");
    const double pool =
        stated.block.is_whole() ? stated.samples : static_cast<double>(stated.block.count);
    findings.expect(records_of(schedule) <= pool, place + ".vertices.blockSize",
                    "no record may stand in two blocks, and there are too few for the steps");
    check_gradient_grid(stated, sums_of(schedule, 1), of.move(stated.sensitivity), place, findings);
  }

  void check_mean(const StatedRelease& stated, const std::string& place,
                  Findings& findings) const override {
    const auto& of = stated.details_as<StatedAverage>();
    if (of.frozen != FrozenPlayer::none) {
      findings.compare(place, of.moves.largest(), stated.sensitivity);
    }
    findings.compare(place, stated.mean_sensitivity,
                     of.move(stated.sensitivity) / static_cast<double>(of.schedule.block_size));
  }

  double stated_cost(const StatedRelease& stated, const StatedNoise& noise) const override {
    if (stated.mechanism != Mechanism::exponential || stated.unit != CostUnit::rho) {
      return kUnproven;
    }
    const auto& of = stated.details_as<StatedAverage>();
    const double moves[] = {of.move(stated.sensitivity)};
    const auto records = static_cast<double>(of.schedule.block_size);
    if (!has_stated_steps(stated, noise, records, moves)) return kUnproven;
    return rho_of(2 * stated.mean_sensitivity / noise.scale, of.schedule.draws);
  }

  std::string plain_words(const Json& entry) const override {
    const Json& vertices = entry.member(kAverage);
    return "exponential mechanism over the " +
           std::string(vertices.find(kRadius) ? "domain's vertices, "
                                              : "vertices of one simplex, ") +
           number_text(number_of(vertices, "perDraw")) +
           " draws a time from an average of its laws, scored by the summed mean gradients of "
           "disjoint blocks of " +
           number_text(number_of(vertices, "blockSize")) + " of " +
           number_text(number_of(entry, "samples")) + " records; one record moves a score by " +
           figure_text(number_of(entry.member("sensitivity"), "mean")) + " at most";
  }

  bool has_hidden_state() const override { return true; }
  Index dearest_record(const Release& release, Index) const override { return release.block.first; }
  double log_likelihood(const Release&, const Vector& released, const Vector& exact,
                        const VertexSet*) const override {
    return log_chance(math::view(released), math::view(exact));
  }

  std::optional<Error> refusal(const Request& request, const Exact& exact) const override {
    const HiddenAverage& average = average_of(request);
    const Release& release = request.release;
    const AverageSchedule& schedule = average.schedule_;
    const bool is_of_it =
        request.point && is_possible(schedule) && schedule_of(release.details) == schedule &&
        frozen_in(release.details) == average.frozen_ && release.block == average.records_ &&
        average.scale_ > 0 && release.noise_scale == average.scale_ &&
        release.grid == average.grid_ && has_player(request, exact) && can_add(request, exact);
    if (!is_of_it) {
      return Error{ErrorCode::internal, "release", "there is no such average to draw from"};
    }
    if (average.releases_ == schedule.releases()) {
      return Error{ErrorCode::internal, "release", "all draws of the schedule have been made"};
    }
    const RecordBlock& records = average.records_;
    const Index samples = exact.data().samples();
    const bool is_inside = records.is_whole()
                               ? records.first == 0
                               : records.first >= 0 && records.count <= samples - records.first;
    const auto pool = static_cast<double>(records_in(records, samples));
    if (is_inside && records_of(schedule) <= pool) return std::nullopt;
    return Error{ErrorCode::internal, "release",
                 "every record may move the scores once, and there are too few for the steps"};
  }

  void answer(const Request& request, Exact& exact) const override {
    HiddenAverage& average = average_of(request);
    std::optional<Stream> stream = exact.noise_stream();
    if (average.sum_.size() == 0) start(average, count_of(request, exact), stream);
    const Index last = average.schedule_.next_draw(average.step_);
    while (average.step_ < last) move(average, request, stream, exact);
    draw(average, stream, exact);
    ++average.releases_;
    exact.charge(request.release);
  }

  double least_cost(const Request& request, const Exact& exact, ReleaseCost& cost) const override {
    const Release& release = request.release;
    const FiniteSum& data = exact.data();
    const AverageSchedule& schedule = average_of(request).schedule_;
    const double move = move_of(request, data);
    const double range = whole_range(release, move / static_cast<double>(schedule.block_size));
    const bool is_proven = cost.unit() == CostUnit::rho &&
                           release.batch_size == records_in(release.block, data.samples()) &&
                           std::isfinite(range) &&
                           (!release.is_hardened() ||
                            is_whole_move(part_of_record(request, data), move, release.grid));
    return is_proven ? rho_of(range, schedule.draws) : kUnproven;
  }

 private:
  /// Whether the vertices are those of a domain, or a player of a saddle problem is there to move.
  static bool has_player(const Request& request, const Exact& exact) {
    if (average_of(request).frozen_ == FrozenPlayer::none) return vertices_of(request);
    return exact.data().saddle() && !vertices_of(request) &&
           request.point->size() == exact.data().dimension();
  }

  /// The one who is not frozen.
  static std::size_t moving(FrozenPlayer frozen) { return frozen == FrozenPlayer::primal ? 1 : 0; }

  static Index count_of(const Request& request, const Exact& exact) {
    if (const VertexSet* vertices = vertices_of(request)) return vertices->count();
    return simplex_players(exact.data())[moving(average_of(request).frozen_)].size;
  }

  /// C
  static double move_of(const Request& request, const FiniteSum& data) {
    const GradientBounds bounds = data.gradient_bounds();
    if (const VertexSet* vertices = vertices_of(request)) {
      return vertices->score_sensitivity(bounds).value();
    }
    return moves_without(coordinate_moves(bounds.linf, data.saddle()), average_of(request).frozen_)
        .largest();
  }

  /// What is known of what one record adds to a score.
  static WholeGradient part_of_record(const Request& request, const FiniteSum& data) {
    return vertices_of(request) ? whole_product(data, move_of(request, data))
                                : whole_gradient(data);
  }

  /// Whether whole numbers hold the sums of all steps, and memory what is drawn from them.
  static bool can_add(const Request& request, const Exact& exact) {
    const HiddenAverage& average = average_of(request);
    if (!average.is_hardened()) return true;
    const GradientSums sums = sums_of(average.schedule_, average.scale_);
    return average.steps() > 0 && can_keep(average.schedule_) &&
           holds_sums(part_of_record(request, exact.data()), average.grid_, sums.block, sums.total);
  }

  static RecordBlock next_block(const HiddenAverage& average) {
    const Index size = average.schedule_.block_size;
    return {.first = average.records_.first + (average.step_ - 1) * size, .count = size};
  }

  /// What a mean gradient or operator adds to the scores.
  static Vector products_of(const Request& request, Exact& exact) {
    Vector out;
    if (const VertexSet* vertices = vertices_of(request)) {
      vertices->products(exact.value(), out);
      return out;
    }
    const SimplexPlayer player = simplex_players(exact.data())[moving(average_of(request).frozen_)];
    out = exact.value().segment(player.first, player.size);
    return out;
  }

  /// w^1, the uniform distribution.
  static void start(HiddenAverage& average, Index vertices, std::optional<Stream>& stream) {
    average.sum_ = Vector::Constant(vertices, 1 / static_cast<double>(vertices));
    const auto count = static_cast<std::size_t>(vertices);
    if (!average.is_hardened()) {
      average.score_.emplace_back(count);
      return;
    }
    average.whole_score_.assign(count, 0);
    if (!stream) return;
    average.draws_ = AveragedDraws(ends_of(average.schedule_), average.schedule_.draws, *stream);
    average.draws_.draw_at(1, average.whole_score_, average.steps(), *stream);
  }

  /// One step: takes the next block's mean gradient off the scores, and adds the iterate.
  static void move(HiddenAverage& average, const Request& request, std::optional<Stream>& stream,
                   Exact& exact) {
    if (average.is_hardened()) {
      move_in_steps(average, request, exact);
      ++average.step_;
      const auto count = static_cast<std::size_t>(average.sum_.size());
      add_expected_counts(average.whole_score_, average.steps(), 1, {average.sum_.data(), count});
      if (!stream) return;
      average.draws_.draw_at(average.step_, average.whole_score_, average.steps(), *stream);
      return;
    }
    exact.mean_of_block(*request.point, next_block(average), largest_coordinate(exact.data()));
    Vector products = products_of(request, exact);
    average.score_.front().add(-1 / average.scale_, math::view(products));
    Vector& iterate = products;
    average.score_.front().softmax({iterate.data(), static_cast<std::size_t>(average.sum_.size())});
    average.sum_ += iterate;
    ++average.step_;
  }

  /// Takes the next block's sums off the scores, in whole numbers.
  static void move_in_steps(HiddenAverage& average, const Request& request, Exact& exact) {
    const WholeGradient one = part_of_record(request, exact.data());
    const RecordBlock block = next_block(average);
    const std::span<std::int64_t> scores = average.whole_score_;
    if (const VertexSet* vertices = vertices_of(request)) {
      return take_off_products(*vertices, *request.point, block, one, average.grid_, exact, scores);
    }
    const Vector& sum =
        exact.sum_of_block(*request.point, block, clip_to_grid(one, average.grid_)).values();
    const SimplexPlayer player = simplex_players(exact.data())[moving(average.frozen_)];
    take_off(1, math::view(sum).subspan(static_cast<std::size_t>(player.first), scores.size()),
             scores);
  }

  /// What was drawn takes the exact gradient's place, so that no answer can show it.
  static void draw(const HiddenAverage& average, std::optional<Stream>& stream, Exact& exact) {
    const Index draws = average.schedule_.draws;
    Vector& out = exact.value();
    if (!stream) {
      out = average.sum_ * (static_cast<double>(draws) / static_cast<double>(average.step_));
      return;
    }
    out.setZero(average.sum_.size());
    const std::span<double> counts(out.data(), static_cast<std::size_t>(out.size()));
    if (average.is_hardened()) return average.draws_.add_counts(average.releases_, counts);
    VertexSampler(logarithms(average.sum_)).add_counts(*stream, draws, counts);
  }

  static std::string hardened_noise_text(const DescribedRelease& release) {
    const bool is_player = frozen_of(release) != FrozenPlayer::none;
    return std::string(noise_of(release.release.mechanism).scale_text) +
           ": vertex k is drawn with the mean over i <= t of probabilities proportional to exp("
           "-u_k / N_t), u being the sum of the " +
           (is_player ? "operators' coordinates" : "gradients' products with the vertex") +
           " over all records of the blocks before step i, in steps of the grid, each at the point "
           "that was drawn before it; N_t = ceil((1 + 2^-16) vertices.blockSize b_t / grid_t), b_t "
           "being 1 over the step size; one record moves u by at most 1 + 2^-17 times " +
           (is_player ? "C" : "S R") + " / grid_t";
  }

  static HiddenAverage& average_of(const Request& request) {
    return *static_cast<const AverageVerticesRequest&>(request).average;
  }
  static const VertexSet* vertices_of(const Request& request) {
    return static_cast<const AverageVerticesRequest&>(request).vertices;
  }
};

const ReleaseForm* average_vertices_form() {
  static const AverageVerticesForm form;
  return &form;
}

ReleaseDetails details_of_average(const AverageSchedule& schedule, FrozenPlayer frozen) {
  return {static_cast<double>(schedule.block_size), static_cast<double>(schedule.draws),
          static_cast<double>(schedule.steps), static_cast<double>(schedule.period),
          static_cast<double>(frozen)};
}

AverageVerticesRequest average_vertices_after(HiddenAverage& average, const VertexSet& vertices,
                                              const Vector& x, const Release& release) {
  AverageVerticesRequest request = average_vertices_after(average, x, release);
  request.vertices = &vertices;
  return request;
}

AverageVerticesRequest average_vertices_after(HiddenAverage& average, const Vector& z,
                                              const Release& release) {
  AverageVerticesRequest request;
  request.form = average_vertices_form();
  request.release = release;
  request.point = &z;
  request.average = &average;
  return request;
}

}  // namespace noisy
