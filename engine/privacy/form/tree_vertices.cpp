#include "engine/privacy/form/tree_vertices.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/json/lookup.h"
#include "engine/math/figure_text.h"
#include "engine/math/reduce.h"
#include "engine/privacy/calibration/frank_wolfe_tree.h"
#include "engine/privacy/form/scored_vertices.h"
#include "engine/privacy/form/simplex_players.h"
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

/// The part of a statement that the tree and the longest vertex are.
constexpr const char* kTree = "vertices";

struct StatedTree final : StatedRelease::Details {
  TreePhase phase;
  double radius = 0;  ///< R_q
};

TreePhase phase_of(const ReleaseDetails& details) {
  return {.root_batch = static_cast<Index>(details[0]),
          .phase = static_cast<Index>(details[1]),
          .smoothness = details[2]};
}

bool is_possible(const TreePhase& phase) {
  return phase.phase >= 1 && phase.phase <= kMostTreePhases && phase.root_batch >= 1 &&
         phase.root_batch % phase.leaves() == 0 && phase.smoothness >= 0;
}

/// The depth of the right child that a walk enters on its way to a leaf, from 1.
Index right_child_at(const TreePhase& phase, Index leaf) {
  return phase.phase - std::countr_zero(static_cast<std::uint64_t>(leaf));
}

/// The first leaf of its left sibling.
Index sibling_of(const TreePhase& phase, Index depth, Index leaf) {
  return leaf - (Index{1} << (phase.phase - depth));
}

/// 2 kappa_j of a right child of depth j; of the one that is farthest from its parent, whose
/// sibling has the first leaf of all.
double child_move(const TreePhase& phase, double move, Index depth, Index sibling = 0) {
  return 2 * tree_difference_limit(phase, move, tree_move(phase.phase, depth, sibling));
}

/// max(C, max_j 2 kappa_j)
double largest_change(const TreePhase& phase, double move) {
  double largest = move;
  for (Index depth = 1; depth <= phase.phase; ++depth) {
    largest = std::max(largest, child_move(phase, move, depth));
  }
  return largest;
}

/// c
double largest_square(const TreePhase& phase, double move) {
  double largest = move * move;
  for (Index depth = 1; depth <= phase.phase; ++depth) {
    const double change = child_move(phase, move, depth);
    largest = std::max(largest, static_cast<double>(Index{1} << depth) * change * change);
  }
  return largest;
}

/// max over nodes of Delta.
double largest_move(const TreePhase& phase, double move) {
  double largest = move;
  for (Index depth = 1; depth <= phase.phase; ++depth) {
    largest =
        std::max(largest, static_cast<double>(Index{1} << depth) * child_move(phase, move, depth));
  }
  return largest / static_cast<double>(phase.root_batch);
}

/// N
std::uint64_t steps_of(const Release& release) {
  return gradient_steps(sums_of(phase_of(release.details), release.noise_scale).scale,
                        release.grid);
}

/// Points and scores along the path from the root to the current leaf.
class TreeWalk {
 public:
  TreeWalk(const Request& request, const VertexSet& vertices, Exact& exact)
      : release_(request.release),
        phase_(phase_of(release_.details)),
        steps_(release_.is_hardened() ? steps_of(release_) : 0),
        vertices_(vertices),
        exact_(exact),
        move_(vertices.score_sensitivity(exact.data().gradient_bounds()).value()),
        largest_(largest_coordinate(exact.data())),
        next_(release_.block.first),
        points_(static_cast<std::size_t>(phase_.phase + 1), *request.point),
        scores_(points_.size()),
        whole_scores_(points_.size()) {}

  /// Goes to a leaf, reading the records of the nodes on the way; x is where the walk has come to.
  void go_to(Index leaf, const Vector& x) {
    if (leaf == 0) {
      enter_root(x);
      descend(0);
    } else {
      const Index depth = right_child_at(phase_, leaf);
      enter_right_child(depth, leaf, x);
      descend(depth);
    }
  }

  /// A vertex that the leaf selects.
  Index select(std::optional<Stream>& stream) const {
    return release_.is_hardened() ? largest_score(whole_scores_.back(), steps_, stream)
                                  : smallest_score(scores_.back(), release_.noise_scale, stream);
  }
  /// ln of the chance that it selects this one.
  double log_chance(double vertex) const {
    return release_.is_hardened() ? log_chance_of(whole_scores_.back(), steps_, vertex)
                                  : log_chance_of(scores_.back(), release_.noise_scale, vertex);
  }

 private:
  void enter_root(const Vector& x) {
    const RecordBlock block{.first = next_, .count = phase_.root_batch};
    next_ += phase_.root_batch;
    if (release_.is_hardened()) {
      WholeScores& scores = whole_scores_.front();
      scores.assign(static_cast<std::size_t>(vertices_.count()), 0);
      const WholeGradient one = whole_product(exact_.data(), move_);
      take_off_products(vertices_, x, block, one, release_.grid, exact_, scores);
    } else {
      exact_.mean_of_block(x, block, largest_);
      vertices_.products(exact_.value(), scores_.front());
    }
  }

  /// The left children below a node.
  void descend(Index depth) {
    for (auto j = static_cast<std::size_t>(depth) + 1; j < points_.size(); ++j) {
      points_[j] = points_[j - 1];
      scores_[j] = scores_[j - 1];
      whole_scores_[j] = whole_scores_[j - 1];
    }
  }

  void enter_right_child(Index depth, Index leaf, const Vector& x) {
    const auto j = static_cast<std::size_t>(depth);
    const Index records = phase_.root_batch >> depth;
    const CoordinateClip clip = clip_of(depth, sibling_of(phase_, depth, leaf));
    Vector sum = Vector::Zero(vertices_.count());
    for (Index k = 0; k < records; ++k, ++next_) add_difference(x, points_[j - 1], clip, sum);
    points_[j] = x;
    if (release_.is_hardened()) {
      whole_scores_[j] = whole_scores_[j - 1];
      take_off(std::int64_t{1} << depth, math::view(sum), whole_scores_[j]);
    } else {
      scores_[j] = scores_[j - 1] + sum / static_cast<double>(records);
    }
  }

  /// To kappa.
  CoordinateClip clip_of(Index depth, Index sibling) const {
    const double limit =
        tree_difference_limit(phase_, move_, tree_move(phase_.phase, depth, sibling));
    return release_.is_hardened() ? clip_to_grid({.largest = limit}, release_.grid)
                                  : CoordinateClip{.most = limit};
  }

  /// A record's, clipped; one that is not finite counts 0, as an error would tell of it.
  void add_difference(const Vector& x, const Vector& parent, const CoordinateClip& clip,
                      Vector& sum) {
    const RecordBlock record{.first = next_, .count = 1};
    exact_.mean_of_block(x, record, largest_);
    vertices_.products(exact_.value(), here_);
    exact_.mean_of_block(parent, record, largest_);
    vertices_.products(exact_.value(), there_);
    for (Index i = 0; i < sum.size(); ++i) sum[i] += clip(here_[i] - there_[i]);
  }

  const Release& release_;
  TreePhase phase_;
  std::uint64_t steps_;  ///< N of a hardened release
  const VertexSet& vertices_;
  Exact& exact_;
  double move_, largest_;
  Index next_;                             ///< the first record that was not read
  std::vector<Vector> points_;             ///< x_s by depth
  std::vector<Vector> scores_;             ///< <v_i, estimate> by depth
  std::vector<WholeScores> whole_scores_;  ///< -u by depth, in their place
  Vector here_, there_;
};

}  // namespace

double tree_difference_limit(const TreePhase& phase, double move, double distance) {
  return std::min(move, phase.smoothness * distance);
}

GradientSums sums_of(const TreePhase& phase, double scale) {
  const auto root = static_cast<double>(phase.root_batch);
  return {.scale = root * scale,
          .block = root,
          .total = root * static_cast<double>(1 + 2 * phase.phase)};
}

double tree_vertices_cost(CostUnit unit, double move, const TreePhase& phase, double scale) {
  const double leaves = static_cast<double>(phase.leaves());
  const double noise = static_cast<double>(phase.root_batch) * scale;
  if (unit == CostUnit::rho) return leaves * largest_square(phase, move) / (2 * noise * noise);
  if (unit == CostUnit::epsilon) return 2 * leaves * largest_change(phase, move) / noise;
  return kUnproven;
}

Vector after_leaf(const Vector& x, const VertexSet& vertices, Index vertex, const TreePhase& phase,
                  Index leaf) {
  const double step = tree_step(phase.phase, leaf);
  Vector towards;
  vertices.take(vertex, towards);
  return (1 - step) * x + step * towards;
}

class TreeVerticesForm final : public ReleaseForm {
 public:
  TreeVerticesForm()
      : ReleaseForm({"tree-vertices", "Vertices of a tree",
                     "Vertices of the domain that all leaves of a tree of gradient differences "
                     "select."}) {}

  bool is_choice() const override { return true; }
  bool reads_blocks() const override { return true; }
  bool is_named(const DescribedRelease&) const override { return true; }
  std::string_view moving_text() const override { return "a vertex's score"; }
  std::string_view noised_text() const override { return "selections of vertices"; }
  std::string_view plain_plural() const override { return " selections of vertices over "; }

  RowNorm norm(const DescribedRelease& release) const override {
    return scored_vertices(release).sensitivity.norm;
  }

  double mean_sensitivity(const DescribedRelease& release, double) const override {
    return largest_move(phase_of(release.release.details),
                        scored_vertices(release).sensitivity.value());
  }

  std::string mean_text(const DescribedRelease&) const override {
    return "the largest of C / b and 2^j 2 kappa_j / b, j = 1 .. t, by Hoelder's inequality: a "
           "record stands in the root of b = vertices.rootBatch records, whose scores move by C = "
           "S R, R = vertices.radius the longest vertex in the norm dual to that of S; or in a "
           "right child of depth j <= t = vertices.phase with b / 2^j records, whose differences "
           "are clipped to kappa_j = min(C, vertices.smoothness delta_j), delta_j = 2 (1 - a (a - "
           "1) / (c (c + 1))), a = 2^(t-1), c = a + 2^(t-j) - 1";
  }

  std::string noise_text(const DescribedRelease& release) const override {
    if (release.is_hardened()) return hardened_noise_text(release);
    return std::string(noise_of(release.release.mechanism).scale_text) +
           ": each of the 2^t leaves selects vertex v with probability proportional to exp(-<v, "
           "estimate> / b_t)";
  }

  std::string_view grid_text() const override { return kWholeGradientsText; }

  std::string cost_formula(const DescribedRelease& release) const override {
    if (release.unit == CostUnit::epsilon) {
      return "epsilon_t = 2^(t+1) max(C, max_j 2 kappa_j) / (b b_t), of all 2^t selections";
    }
    return "rho_t = 2^t max(C^2, max_j 2^j (2 kappa_j)^2) / (2 b^2 b_t^2), of all 2^t selections";
  }

  std::string released_text(const DescribedRelease& release) const override {
    return "the vertices that the leaves of each block's tree select, among " +
           std::to_string(scored_vertices(release).count) +
           ", and everything made from them: iterates, trace and solution";
  }

  void describe(const DescribedRelease& release, Json& entry) const override {
    const TreePhase phase = phase_of(release.release.details);
    entry.set(kTree, Json::object({{"rootBatch", phase.root_batch},
                                   {"phase", phase.phase},
                                   {"smoothness", phase.smoothness},
                                   {"radius", scored_vertices(release).sensitivity.radius}}));
  }

  /// Blocks are the tree's nodes that read records: their root, and right children.
  void tell_blocks(const DescribedRelease& release, Index count,
                   BlockCosts& blocks) const override {
    const TreePhase phase = phase_of(release.release.details);
    const double move = scored_vertices(release).sensitivity.value();
    Index first = release.release.block.first;
    const auto tell = [&](Index depth, double change) {
      const Index records = phase.root_batch >> depth;
      const auto leaves = static_cast<double>(phase.leaves() >> depth);
      const double range =
          2 * change / (static_cast<double>(records) * release.release.noise_scale);
      const double each = release.unit == CostUnit::rho ? 0.125 * range * range : range;
      blocks.add({.first = first, .records = records, .draws = leaves, .cost = leaves * each});
      first += records;
    };
    if (count > 0) tell(0, move);
    for (Index leaf = 1; count > 0 && leaf < phase.leaves(); ++leaf) {
      const Index depth = right_child_at(phase, leaf);
      tell(depth, child_move(phase, move, depth, sibling_of(phase, depth, leaf)));
    }
  }

  void read(RecordReader& entry, StatedRelease& stated) const override {
    auto out = std::make_shared<StatedTree>();
    RecordReader in = entry.inside(kTree);
    out->phase.root_batch = static_cast<Index>(in.number("rootBatch", NumberRule::count));
    out->phase.phase = static_cast<Index>(in.number("phase", NumberRule::count));
    out->phase.smoothness = in.number("smoothness", NumberRule::not_negative);
    out->radius = in.number("radius", NumberRule::positive);
    stated.rule_details = details_of_tree(out->phase);
    stated.details = std::move(out);
  }

  void check(const StatedRelease& stated, const std::string& place,
             Findings& findings) const override {
    findings.expect(stated.mechanism == Mechanism::exponential &&
                        (stated.unit == CostUnit::rho || stated.unit == CostUnit::epsilon) &&
                        !stated.draws_batches && stated.rule == SensitivityRule::uniform &&
                        stated.planned == 1,
                    place, "a tree's vertices are selected once, in rho or epsilon");
    const TreePhase& phase = stated.details_as<StatedTree>().phase;
    const bool is_tree = is_possible(phase);
    findings.expect(is_tree, place + ".vertices.rootBatch", "is no multiple of 2^phase");
    if (!is_tree) return;
    findings.expect(static_cast<double>(phase.records()) == stated.batch_size, place + ".batchSize",
                    "is not what all nodes of the tree read");
    check_gradient_grid(stated, sums_of(phase, 1), stated_move(stated), place, findings);
  }

  void check_mean(const StatedRelease& stated, const std::string& place,
                  Findings& findings) const override {
    const auto& of = stated.details_as<StatedTree>();
    if (!is_possible(of.phase)) return;
    findings.compare(place, stated.mean_sensitivity, largest_move(of.phase, stated_move(stated)));
  }

  double stated_cost(const StatedRelease& stated, const StatedNoise& noise) const override {
    const auto& of = stated.details_as<StatedTree>();
    if (stated.mechanism != Mechanism::exponential || !is_possible(of.phase)) return kUnproven;
    const double move = stated_move(stated);
    const auto records = static_cast<double>(of.phase.root_batch);
    if (!has_stated_steps(stated, noise, records, {&move, 1})) return kUnproven;
    return tree_vertices_cost(stated.unit, move, of.phase, noise.scale);
  }

  std::string plain_words(const Json& entry) const override {
    const Json& vertices = entry.member(kTree);
    return "exponential mechanism over the domain's vertices at each of 2^" +
           number_text(number_of(vertices, "phase")) + " leaves, scored by a mean gradient of " +
           number_text(number_of(vertices, "rootBatch")) + " of " +
           number_text(number_of(entry, "samples")) +
           " records and clipped differences of others; one record moves a score by " +
           figure_text(number_of(entry.member("sensitivity"), "mean")) + " at most";
  }

  bool has_hidden_state() const override { return true; }
  /// One in the root, which moves all selections; one of a right child may move more by its bound,
  /// but two records whose gradients are far apart can have the same differences.
  Index dearest_record(const Release& release, Index) const override { return release.block.first; }
  double log_likelihood(const Release&, const Vector&, const Vector& exact,
                        const VertexSet*) const override {
    return math::sum(exact);
  }

  std::optional<Error> refusal(const Request& request, const Exact& exact) const override {
    const Release& release = request.release;
    const TreePhase phase = phase_of(release.details);
    const Index first = release.block.first;
    const bool is_tree = request.point && is_possible(phase) && release.block.count > 0 &&
                         phase.records() == release.block.count &&
                         release.batch_size == release.block.count && first >= 0 &&
                         release.block.count <= exact.data().samples() - first;
    if (is_tree) return std::nullopt;
    return Error{ErrorCode::internal, "release", "these records are not those of such a tree"};
  }

  void answer(const Request& request, Exact& exact) const override {
    const TreePhase phase = phase_of(request.release.details);
    const VertexSet& vertices = vertices_of(request);
    std::optional<Stream> stream = exact.noise_stream();
    TreeWalk walk(request, vertices, exact);
    const Vector* published = published_of(phase, vertices, exact);
    Vector x = *request.point, out(phase.leaves());
    for (Index leaf = 0; leaf < phase.leaves(); ++leaf) {
      walk.go_to(leaf, x);
      const Index vertex = published ? static_cast<Index>((*published)[leaf]) : walk.select(stream);
      x = after_leaf(x, vertices, vertex, phase, leaf);
      const auto number = static_cast<double>(vertex);
      out[leaf] = published ? walk.log_chance(number) : number;
    }
    // What was selected takes the exact gradient's place, so that no answer can show it.
    exact.value() = std::move(out);
    exact.charge(request.release);
  }

  double least_cost(const Request& request, const Exact& exact, ReleaseCost& cost) const override {
    const Release& release = request.release;
    const double move =
        vertices_of(request).score_sensitivity(exact.data().gradient_bounds()).value();
    const TreePhase phase = phase_of(release.details);
    const bool is_proven = std::isfinite(whole_range(release, move)) &&
                           has_exact_draws(release, whole_product(exact.data(), move),
                                           sums_of(phase, release.noise_scale), {&move, 1});
    return is_proven ? tree_vertices_cost(cost.unit(), move, phase, release.noise_scale)
                     : kUnproven;
  }

 private:
  static std::string hardened_noise_text(const DescribedRelease& release) {
    return std::string(noise_of(release.release.mechanism).scale_text) +
           ": each of the 2^t leaves selects vertex v with probability proportional to exp(-u_v / "
           "N_t), u_v being the sum of the products of the root's records with v and 2^j times "
           "those of right children's differences, in steps of the grid; N_t = ceil((1 + 2^-16) b "
           "b_t / grid_t) with b = vertices.rootBatch; one record moves u by at most b mean / "
           "grid_t";
  }

  /// C
  static double stated_move(const StatedRelease& stated) {
    return stated.sensitivity * stated.details_as<StatedTree>().radius;
  }

  /// What the leaves of such a tree have selected before, where an attacker walks it again.
  static const Vector* published_of(const TreePhase& phase, const VertexSet& vertices,
                                    const Exact& exact) {
    const Vector* published = exact.published();
    const auto is_vertex = [&](double number) {
      return number >= 0 && number < static_cast<double>(vertices.count());
    };
    const bool is_walk = published && published->size() == phase.leaves() &&
                         std::ranges::all_of(*published, is_vertex);
    return is_walk ? published : nullptr;
  }

  static const VertexSet& vertices_of(const Request& request) {
    return *static_cast<const TreeVerticesRequest&>(request).vertices;
  }
};

const ReleaseForm* tree_vertices_form() {
  static const TreeVerticesForm form;
  return &form;
}

ReleaseDetails details_of_tree(const TreePhase& phase) {
  return {static_cast<double>(phase.root_batch), static_cast<double>(phase.phase), phase.smoothness,
          0};
}

TreeVerticesRequest tree_vertices_at(const Vector& x, const VertexSet& vertices,
                                     const Release& release) {
  TreeVerticesRequest request;
  request.form = tree_vertices_form();
  request.release = release;
  request.point = &x;
  request.vertices = &vertices;
  return request;
}

}  // namespace noisy
