#include "engine/privacy/form/iterate_vertices.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/json/lookup.h"
#include "engine/math/elementary.h"
#include "engine/math/figure_text.h"
#include "engine/math/reduce.h"
#include "engine/privacy/form/vertex.h"
#include "engine/privacy/oracle/exact.h"
#include "engine/privacy/release/block_costs.h"
#include "engine/privacy/release/described_release.h"
#include "engine/privacy/release/findings.h"
#include "engine/privacy/release/noise.h"
#include "engine/privacy/release/release_cost.h"
#include "engine/privacy/release/stated_release.h"
#include "engine/privacy/release/whole_gradients.h"
#include "engine/record/reader.h"

namespace noisy {
namespace {

/// The part of a statement that blocks, draws and both players' moves are.
constexpr const char* kVertices = "vertices";

/// Its member that says that all records are read every time, where they are.
constexpr const char* kPasses = "passes";
constexpr const char* kOnePass = "one-pass";
constexpr const char* kFullBatch = "full-batch";

struct StatedVertices final : StatedRelease::Details {
  double block_size = 1;
  VertexDraws draws;
  CoordinateMoves moves;
  FrozenPlayer frozen = FrozenPlayer::none;
  StepRecords reads = StepRecords::next_block;

  CoordinateMoves moving() const { return moves_without(moves, frozen); }
};

Index block_size_of(const Release& release) {
  return static_cast<Index>(release.details[0]);
}

VertexDraws draws_of(const Release& release) {
  return {.per_point = static_cast<Index>(release.details[1]),
          .output = static_cast<Index>(release.details[2])};
}

FrozenPlayer frozen_of(const Release& release) {
  return static_cast<FrozenPlayer>(static_cast<int>(release.details[3]));
}

StepRecords reads_of(const Release& release) {
  return static_cast<StepRecords>(static_cast<int>(release.details[4]));
}

bool reads_all(const DescribedRelease& release) {
  return reads_of(release.release) == StepRecords::all;
}

CoordinateMoves moves_of(const DescribedRelease& release) {
  return coordinate_moves(release.bounds.linf, release.saddle);
}

/// Of pairs (place, times).
double largest_place(const Vector& drawn) {
  double largest = -1;
  for (Index i = 0; i < drawn.size(); i += 2) {
    // What is no place is beyond all.
    largest = drawn[i] >= 0 ? std::max(largest, drawn[i]) : HUGE_VAL;
  }
  return largest;
}

Index records_in(const RecordBlock& block, Index samples) {
  return block.is_whole() ? samples : block.count;
}

}  // namespace

double iterate_vertices_rho(const CoordinateMoves& moves, Index block_size,
                            const VertexDraws& draws, double scale) {
  const auto range = [&](double move) {
    return 2 * move / (static_cast<double>(block_size) * scale);
  };
  const double x = range(moves.primal), y = range(moves.dual);
  return static_cast<double>(draws.count()) * 0.125 * (x * x + y * y);
}

double sum_of_squares(double count) {
  return count * (count + 1) * (2 * count + 1) / 6;
}

std::uint64_t HiddenIterate::steps() const {
  return gradient_steps(static_cast<double>(block_size_) * scale_, grid_);
}

void HiddenIterate::show(NonPrivateLook, std::span<double> point) const {
  if (!is_hardened()) return show_probabilities(scores_, 1, point);
  show_whole_probabilities(whole_scores_, steps(), point);
}

class IterateVerticesForm final : public ReleaseForm {
 public:
  IterateVerticesForm()
      : ReleaseForm({"iterate-vertices", "Vertices of a hidden iterate",
                     "Coordinates of one simplex or two, drawn from an iterate that nobody "
                     "sees."}) {}

  bool is_choice() const override { return true; }
  bool may_cost_less() const override { return true; }
  bool reads_blocks() const override { return true; }
  std::string_view noised_text() const override { return "draws of vertices"; }
  bool is_named(const DescribedRelease&) const override { return true; }
  std::string_view moving_text() const override { return "a coordinate of the sums"; }
  std::string_view plain_plural() const override { return " draws of vertices by gradients of "; }

  RowNorm norm(const DescribedRelease&) const override { return RowNorm::linf; }

  double mean_sensitivity(const DescribedRelease& release, double) const override {
    return moves_without(moves_of(release), frozen_of(release.release)).largest() /
           static_cast<double>(block_size_of(release.release));
  }

  std::string mean_text(const DescribedRelease& release) const override {
    if (reads_all(release)) {
      return "the larger of C_x and C_y over n = vertices.blockSize: every step adds the mean "
             "operator of all records, so that a record moves a sum of t of them t times as far; "
             "C_x = vertices.primalMove and C_y = vertices.dualMove, how far two records' "
             "operators can be apart in one coordinate of x and of y";
    }
    return "the larger of C_x and C_y over B = vertices.blockSize: a record stands in one block of "
           "B records, whose mean operator is added once; C_x = vertices.primalMove and C_y = "
           "vertices.dualMove, how far two records' operators can be apart in one coordinate of x "
           "and of y";
  }

  std::string noise_text(const DescribedRelease& release) const override {
    if (release.is_hardened()) return hardened_noise_text(release);
    return std::string(noise_of(release.release.mechanism).scale_text) +
           ": coordinate j of a simplex is drawn with probability proportional to exp(-s_j / b_t), "
           "s being the sum of the mean operators of " +
           (reads_all(release) ? "all records in the steps" : "all blocks") +
           " so far, each at the point that was drawn before it; b_t is 1 over the step size";
  }

  std::string_view grid_text() const override { return kWholeGradientsText; }

  std::string cost_formula(const DescribedRelease& release) const override {
    const FrozenPlayer frozen = frozen_of(release.release);
    const std::string still = frozen == FrozenPlayer::none
                                  ? ""
                                  : ", but eta_" + std::string(word_of(frozen)) +
                                        " = 0, as that player is frozen at a public point";
    if (reads_all(release)) {
      return "rho_t = t^2 D (eta_x^2 + eta_y^2) / 8 with D = vertices.perPoint + vertices.output "
             "draws and eta_x = 2 C_x / (n b_t), eta_y = 2 C_y / (n b_t): the t-th release draws "
             "by the sum of t means; paid by every record";
    }
    return "rho_t = D (eta_x^2 + eta_y^2) / 8 with D = vertices.perPoint + vertices.output draws "
           "and eta_x = 2 C_x / (B b_t), eta_y = 2 C_y / (B b_t)" +
           still + "; paid by a record whose block was read before, and by no other";
  }

  std::string released_text(const DescribedRelease& release) const override {
    if (!release.release.block.is_whole()) {
      return "how often each coordinate was drawn in every step on every block of records, and "
             "everything made from that: iterates, trace and solution; first steps' draws are "
             "uniform and read no data";
    }
    return "how often each coordinate was drawn, " +
           std::to_string(draws_of(release.release).count()) +
           " draws from every simplex in each step, and everything made from them: iterates, trace "
           "and solution; the first step's draws are uniform and read no data";
  }

  void describe(const DescribedRelease& release, Json& entry) const override {
    const VertexDraws draws = draws_of(release.release);
    const CoordinateMoves moves = moves_of(release);
    Json vertices = Json::object({{"blockSize", block_size_of(release.release)},
                                  {"perPoint", draws.per_point},
                                  {"output", draws.output},
                                  {"primalMove", moves.primal},
                                  {"dualMove", moves.dual}});
    add_frozen(frozen_of(release.release), vertices);
    if (reads_all(release)) vertices.set(kPasses, kFullBatch);
    entry.set(kVertices, std::move(vertices));
  }

  /// A record pays for the release that adds its block, and for all later ones. Where all records
  /// are read every time, there are no blocks.
  void tell_blocks(const DescribedRelease& release, Index count,
                   BlockCosts& blocks) const override {
    if (reads_all(release)) return;
    const Index size = block_size_of(release.release);
    const VertexDraws draws = draws_of(release.release);
    const double each =
        iterate_vertices_rho(moves_without(moves_of(release), frozen_of(release.release)), size,
                             draws, release.release.noise_scale);
    for (Index read = 0; read < count; ++read) {
      const auto later = static_cast<double>(count - read);
      blocks.add({.first = release.release.block.first + read * size,
                  .records = size,
                  .draws = later * static_cast<double>(draws.count()),
                  .cost = later * each});
    }
  }

  void read(RecordReader& entry, StatedRelease& stated) const override {
    auto out = std::make_shared<StatedVertices>();
    RecordReader in = entry.inside(kVertices);
    out->block_size = in.number("blockSize", NumberRule::count);
    out->draws.per_point = static_cast<Index>(in.number("perPoint", NumberRule::count));
    out->draws.output = static_cast<Index>(in.number("output", NumberRule::not_negative));
    out->moves.primal = in.number("primalMove", NumberRule::not_negative);
    out->moves.dual = in.number("dualMove", NumberRule::not_negative);
    out->frozen = read_frozen(in);
    if (in.has(kPasses) && in.choice(kPasses, kOnePass, kFullBatch)) out->reads = StepRecords::all;
    stated.rule_details = details_of_vertices(static_cast<Index>(out->block_size), out->draws,
                                              out->frozen, out->reads);
    stated.details = std::move(out);
  }

  void check(const StatedRelease& stated, const std::string& place,
             Findings& findings) const override {
    findings.expect(stated.mechanism == Mechanism::exponential && stated.unit == CostUnit::rho &&
                        !stated.draws_batches && stated.rule == SensitivityRule::uniform &&
                        stated.norm == RowNorm::linf,
                    place,
                    "vertices of a hidden iterate are drawn with scores of uniform sensitivity in "
                    "linf, in rho");
    const auto& of = stated.details_as<StatedVertices>();
    check_gradient_grid(
        stated,
        {.scale = of.block_size, .block = of.block_size, .total = of.block_size * stated.planned},
        of.moving().largest(), place, findings);
    findings.expect(of.draws.output <= 1, place + ".vertices.output", "is 0 or 1");
    const double pool =
        stated.block.is_whole() ? stated.samples : static_cast<double>(stated.block.count);
    if (of.reads == StepRecords::all) {
      findings.expect(of.block_size == pool, place + ".vertices.blockSize",
                      "is the number of records where all are read every time");
      findings.expect(
          stated.values.size() <= 1 && std::ranges::all_of(stated.values, &ScaleRun::is_constant),
          place, "all releases have one scale");
      return;
    }
    findings.expect(stated.planned * of.block_size <= pool, place + ".vertices.blockSize",
                    "no record may stand in two blocks, and there are too few for the steps");
  }

  void check_mean(const StatedRelease& stated, const std::string& place,
                  Findings& findings) const override {
    const auto& of = stated.details_as<StatedVertices>();
    findings.compare(place, of.moves.largest(), stated.sensitivity);
    findings.compare(place, stated.mean_sensitivity, of.moving().largest() / of.block_size);
  }

  double stated_cost(const StatedRelease& stated, const StatedNoise& noise) const override {
    if (stated.mechanism != Mechanism::exponential || stated.unit != CostUnit::rho) {
      return kUnproven;
    }
    const auto& of = stated.details_as<StatedVertices>();
    const CoordinateMoves moving = of.moving();
    const double moves[] = {moving.primal, moving.dual};
    if (!has_stated_steps(stated, noise, of.block_size, moves)) return kUnproven;
    return iterate_vertices_rho(moving, static_cast<Index>(of.block_size), of.draws, noise.scale);
  }

  /// Where all records are read every time, what one costs depends on its number.
  std::vector<double> stated_totals(const StatedRelease& stated,
                                    std::span<const double> releases) const override {
    if (stated.details_as<StatedVertices>().reads != StepRecords::all) return {};
    const double first =
        stated.values.empty() ? kUnproven : stated_cost(stated, first_noise(stated));
    std::vector<double> totals;
    for (const double count : releases) {
      totals.push_back(count == 0 ? 0 : sum_of_squares(count) * first);
    }
    return totals;
  }

  std::string plain_words(const Json& entry) const override {
    const Json& vertices = entry.member(kVertices);
    if (vertices.find(kPasses)) {
      return "exponential mechanism over the vertices of each simplex, " +
             number_text(number_of(vertices, "perPoint") + number_of(vertices, "output")) +
             " draws a step, scored by the summed mean gradients of all " +
             number_text(number_of(entry, "samples")) +
             " records in the steps before; one record moves each of these by " +
             figure_text(number_of(entry.member("sensitivity"), "mean")) + " at most";
    }
    return "exponential mechanism over the vertices of each simplex, " +
           number_text(number_of(vertices, "perPoint") + number_of(vertices, "output")) +
           " draws a step, scored by the summed mean gradients of disjoint blocks of " +
           number_text(number_of(vertices, "blockSize")) + " of " +
           number_text(number_of(entry, "samples")) + " records; one record moves a score by " +
           figure_text(number_of(entry.member("sensitivity"), "mean")) + " at most";
  }

  bool has_hidden_state() const override { return true; }
  Index dearest_record(const Release& release, Index) const override { return release.block.first; }
  double log_likelihood(const Release&, const Vector& released, const Vector& exact,
                        const VertexSet*) const override {
    Vector means = Vector::Zero(static_cast<Index>(largest_place(exact)) + 1);
    for (Index i = 0; i < exact.size(); i += 2) means[static_cast<Index>(exact[i])] = exact[i + 1];
    return math::sum_of(static_cast<std::size_t>(released.size() / 2), [&](std::size_t i) {
      const auto at = static_cast<Index>(2 * i);
      return released[at + 1] * math::log(means[static_cast<Index>(released[at])]);
    });
  }
  bool is_released_there(const Release&, const Vector& released,
                         const Vector& exact) const override {
    return released.size() > 0 && released.size() % 2 == 0 &&
           largest_place(released) <= largest_place(exact);
  }

  std::optional<Error> refusal(const Request& request, const Exact& exact) const override {
    const HiddenIterate& iterate = iterate_of(request);
    const Release& release = request.release;
    const bool is_of_it = request.point && block_size_of(release) == iterate.block_size_ &&
                          frozen_of(release) == iterate.frozen_ &&
                          reads_of(release) == iterate.reads_ &&
                          release.block == iterate.records_ && iterate.block_size_ >= 1 &&
                          draws_of(release).per_point >= 1 && iterate.scale_ > 0 &&
                          release.noise_scale == iterate.scale_ && release.grid == iterate.grid_ &&
                          can_add(iterate, exact.data());
    if (!is_of_it) {
      return Error{ErrorCode::internal, "release", "there is no such iterate to draw from"};
    }
    const RecordBlock& records = iterate.records_;
    const Index samples = exact.data().samples();
    const bool is_inside = records.is_whole()
                               ? records.first == 0
                               : records.first >= 0 && records.count <= samples - records.first;
    const Index pool = records_in(records, samples);
    if (iterate.reads_ == StepRecords::all) {
      if (is_inside && iterate.block_size_ == pool) return std::nullopt;
      return Error{ErrorCode::internal, "release", "every release of this iterate reads all"};
    }
    if (is_inside && iterate.block_size_ <= pool - iterate.used_) return std::nullopt;
    return Error{ErrorCode::internal, "release",
                 "every record may move the scores once, and there is no unread block left"};
  }

  void answer(const Request& request, Exact& exact) const override {
    HiddenIterate& iterate = iterate_of(request);
    move(iterate, *request.point, exact);
    draw(iterate, request.release, exact);
    exact.charge(request.release);
  }

  double least_cost(const Request& request, const Exact& exact, ReleaseCost& cost) const override {
    const Release& release = request.release;
    const FiniteSum& data = exact.data();
    const CoordinateMoves moves = coordinate_moves(data.gradient_bounds().linf, data.saddle());
    const HiddenIterate& iterate = iterate_of(request);
    const bool is_proven = cost.unit() == CostUnit::rho &&
                           release.batch_size == records_in(release.block, data.samples()) &&
                           std::isfinite(whole_range(release, moves.largest())) &&
                           has_whole_moves(iterate, moves, data);
    if (!is_proven) return kUnproven;
    const double first =
        iterate_vertices_rho(moves_without(moves, iterate.frozen_), iterate.block_size_,
                             draws_of(release), release.noise_scale);
    if (iterate.reads_ == StepRecords::next_block) return first;
    const double number = static_cast<double>(iterate.passes_ + 1);
    return number * number * first;
  }

 private:
  static std::string hardened_noise_text(const DescribedRelease& release) {
    return std::string(noise_of(release.release.mechanism).scale_text) +
           ": coordinate j of a simplex is drawn with probability proportional to exp(-u_j / N_t), "
           "u being the sum of the operators of " +
           (reads_all(release) ? "all records in the steps" : "all blocks' records") +
           " so far, in steps of the grid, each at the point that was drawn before it; N_t = "
           "ceil((1 + 2^-16) vertices.blockSize b_t / grid_t), b_t being 1 over the step size; one "
           "record "
           "moves u by at most 1 + 2^-17 times C_x / grid_t or C_y / grid_t";
  }

  static StatedNoise first_noise(const StatedRelease& stated) {
    return {.scale = stated.values.front().first,
            .grid = stated.grids.empty() ? 0 : stated.grids.front().first};
  }

  /// Nothing to prove of floating releases.
  static bool has_whole_moves(const HiddenIterate& iterate, const CoordinateMoves& moves,
                              const FiniteSum& data) {
    if (!iterate.is_hardened()) return true;
    const CoordinateMoves moving = moves_without(moves, iterate.frozen_);
    const WholeGradient one = whole_gradient(data);
    return is_whole_move(one, moving.primal, iterate.grid_) &&
           is_whole_move(one, moving.dual, iterate.grid_);
  }

  /// Whether whole numbers hold one more block, and what is drawn from them.
  static bool can_add(const HiddenIterate& iterate, const FiniteSum& data) {
    if (!iterate.is_hardened()) return true;
    const auto block = static_cast<double>(iterate.block_size_);
    return iterate.steps() > 0 && holds_sums(whole_gradient(data), iterate.grid_, block,
                                             block * static_cast<double>(iterate.passes_ + 1));
  }

  /// Takes the next block's mean operator off the scores.
  static void move(HiddenIterate& iterate, const Vector& z, Exact& exact) {
    const RecordBlock block{.first = iterate.records_.first + iterate.used_,
                            .count = iterate.block_size_};
    if (iterate.is_hardened()) {
      move_in_steps(iterate, z, block, exact);
    } else {
      move_by_mean(iterate, z, block, exact);
    }
    if (iterate.reads_ == StepRecords::next_block) iterate.used_ += iterate.block_size_;
    ++iterate.passes_;
  }

  static void move_by_mean(HiddenIterate& iterate, const Vector& z, const RecordBlock& block,
                           Exact& exact) {
    const std::vector<SimplexPlayer> players = simplex_players(exact.data());
    if (iterate.scores_.empty()) {
      for (const SimplexPlayer& player : players) {
        iterate.scores_.emplace_back(static_cast<std::size_t>(player.size));
      }
    }
    const math::PlacedSum& mean =
        exact.placed_mean_of_block(z, block, largest_coordinate(exact.data()));
    for (std::size_t k = 0; k < players.size(); ++k) {
      if (is_moving(iterate.frozen_, k)) {
        add_part(mean, players[k], -1 / iterate.scale_, iterate.scores_[k]);
      }
    }
  }

  /// The same by whole numbers, which doubles hold exactly until they are added.
  static void move_in_steps(HiddenIterate& iterate, const Vector& z, const RecordBlock& block,
                            Exact& exact) {
    const std::vector<SimplexPlayer> players = simplex_players(exact.data());
    if (iterate.whole_scores_.empty()) {
      for (const SimplexPlayer& player : players) {
        iterate.whole_scores_.emplace_back(static_cast<std::size_t>(player.size));
      }
    }
    const math::PlacedSum& sum =
        exact.sum_of_block(z, block, clip_to_grid(whole_gradient(exact.data()), iterate.grid_));
    for (std::size_t k = 0; k < players.size(); ++k) {
      if (!is_moving(iterate.frozen_, k)) continue;
      const double* const part = sum.values().data() + players[k].first;
      take_off(1, {part, static_cast<std::size_t>(players[k].size)}, iterate.whole_scores_[k]);
    }
  }

  /// Adds a player's part of the mean operator to its log-weights, with no look at coordinates that
  /// no record has.
  static void add_part(const math::PlacedSum& mean, const SimplexPlayer& player, double step,
                       math::LogWeights& scores) {
    const double* const part = mean.values().data() + player.first;
    if (mean.is_everywhere()) {
      return scores.add(step, {part, static_cast<std::size_t>(player.size)});
    }
    std::vector<std::size_t> places;
    std::vector<double> values;
    for (const Index j : mean.places()) {
      if (j < player.first || j >= player.first + player.size) continue;
      places.push_back(static_cast<std::size_t>(j - player.first));
      values.push_back(part[places.back()]);
    }
    scores.add_at(step, places, values);
  }

  /// What was drawn takes the exact operator's place, so that no answer can show it.
  static void draw(const HiddenIterate& iterate, const Release& release, Exact& exact) {
    std::optional<Stream> stream = exact.noise_stream();
    if (!stream) return show_means(iterate, release, exact);
    if (iterate.is_hardened()) return draw_by_whole_scores(iterate, release, stream, exact);
    std::vector<double> drawn;
    visit_draws(iterate, release, exact, [&](std::size_t player, Index first, Index count) {
      append_vertices(*stream, iterate.scores_[player].weights(), count, first, drawn);
    });
    exact.value() = Vector::Map(drawn.data(), std::ssize(drawn));
  }

  /// The same by exact coins; without a stream how often each comes in the mean.
  static void draw_by_whole_scores(const HiddenIterate& iterate, const Release& release,
                                   std::optional<Stream>& stream, Exact& exact) {
    std::vector<WholeDraws> players;
    for (const WholeScores& scores : iterate.whole_scores_) {
      players.emplace_back(scores, iterate.steps());
    }
    let_out_counts(iterate, release, exact, [&](std::size_t player, Index count, auto& counts) {
      counts.assign(iterate.whole_scores_[player].size(), 0.0);
      players[player].add_counts(stream, count, counts);
    });
  }

  /// How often each coordinate is drawn in the mean.
  static void show_means(const HiddenIterate& iterate, const Release& release, Exact& exact) {
    std::optional<Stream> none;
    if (iterate.is_hardened()) return draw_by_whole_scores(iterate, release, none, exact);
    let_out_counts(iterate, release, exact, [&](std::size_t player, Index count, auto& counts) {
      counts.assign(iterate.scores_[player].size(), 0.0);
      PlayerDraws(iterate.scores_[player], 1).add_counts(none, count, counts);
    });
  }

  /// Lets out how often each coordinate comes.
  template <class Count>
  static void let_out_counts(const HiddenIterate& iterate, const Release& release, Exact& exact,
                             const Count& count_draws) {
    std::vector<double> drawn, counts;
    visit_draws(iterate, release, exact, [&](std::size_t player, Index first, Index count) {
      count_draws(player, count, counts);
      for (std::size_t j = 0; j < counts.size(); ++j) {
        drawn.push_back(static_cast<double>(first) + static_cast<double>(j));
        drawn.push_back(counts[j]);
      }
    });
    exact.value() = Vector::Map(drawn.data(), std::ssize(drawn));
  }

  /// Players' draws for the point, then those for the output: `draw` gets whose they are, the place
  /// of that player's first coordinate, and how many.
  template <class Draw>
  static void visit_draws(const HiddenIterate& iterate, const Release& release, const Exact& exact,
                          const Draw& draw) {
    const VertexDraws draws = draws_of(release);
    const std::vector<SimplexPlayer> players = simplex_players(exact.data());
    for (const auto& [count, before] :
         {std::pair<Index, Index>{draws.per_point, 0}, {draws.output, exact.data().dimension()}}) {
      for (std::size_t k = 0; k < players.size(); ++k) {
        if (count > 0 && is_moving(iterate.frozen_, k)) draw(k, before + players[k].first, count);
      }
    }
  }

  static HiddenIterate& iterate_of(const Request& request) {
    return *static_cast<const IterateVerticesRequest&>(request).iterate;
  }
};

const ReleaseForm* iterate_vertices_form() {
  static const IterateVerticesForm form;
  return &form;
}

ReleaseDetails details_of_vertices(Index block_size, const VertexDraws& draws, FrozenPlayer frozen,
                                   StepRecords reads) {
  return {static_cast<double>(block_size), static_cast<double>(draws.per_point),
          static_cast<double>(draws.output), static_cast<double>(frozen),
          static_cast<double>(reads)};
}

IterateVerticesRequest vertices_after(HiddenIterate& iterate, const Vector& z,
                                      const Release& release) {
  IterateVerticesRequest request;
  request.form = iterate_vertices_form();
  request.release = release;
  request.point = &z;
  request.iterate = &iterate;
  return request;
}

}  // namespace noisy
