#include "engine/privacy/form/vertex.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "engine/math/elementary.h"
#include "engine/math/figure_text.h"
#include "engine/math/reduce.h"
#include "engine/privacy/accountant/mechanism_renyi.h"
#include "engine/privacy/form/scored_vertices.h"
#include "engine/privacy/oracle/exact.h"
#include "engine/privacy/release/described_release.h"
#include "engine/privacy/release/findings.h"
#include "engine/privacy/release/noise.h"
#include "engine/privacy/release/plain_text.h"
#include "engine/privacy/release/release_cost.h"
#include "engine/privacy/release/stated_release.h"
#include "engine/record/reader.h"

namespace noisy {
namespace {

/// The largest vertex in the dual norm.
struct StatedVertices final : StatedRelease::Details {
  RowNorm norm = RowNorm::l2;
  double radius = 0;
};

/// The norm of the vertices in which Hoelder's inequality goes with this one of the gradients.
RowNorm dual_of(RowNorm norm) {
  if (norm == RowNorm::l2) return RowNorm::l2;
  return norm == RowNorm::l1 ? RowNorm::linf : RowNorm::l1;
}

/// Of a range epsilon_0 (selection_range): epsilon_0, epsilon_0^2 / 8 in rho, or
/// bounded_range_renyi(order, epsilon_0).
class VertexForm final : public ReleaseForm {
 public:
  VertexForm()
      : ReleaseForm({"vertex", "Vertex",
                     "A vertex of the domain, chosen by its product with the mean gradient."}) {}

  bool is_choice() const override { return true; }
  bool chooses_vertices() const override { return true; }
  bool is_named(const DescribedRelease&) const override { return true; }
  std::string_view moving_text() const override { return "a vertex's score"; }

  /// n times what one record moves a score.
  double sum_sensitivity(const GradientBounds& bounds, const Domain& domain,
                         Index dimension) const override {
    const auto vertices = VertexSet::create(domain, dimension);
    return vertices ? vertices->score_sensitivity(bounds).value() : kUnproven;
  }

  RowNorm norm(const DescribedRelease& release) const override {
    return scored_vertices(release).sensitivity.norm;
  }

  double mean_sensitivity(const DescribedRelease& release, double) const override {
    return scored_vertices(release).sensitivity.value() /
           static_cast<double>(release.release.batch_size);
  }

  std::string mean_text(const DescribedRelease&) const override {
    return "S R / n by Hoelder's inequality, with R = vertices.radius, the longest vertex in "
           "vertices.norm";
  }

  std::string noise_text(const DescribedRelease& release) const override {
    return std::string(noise_of(release.release.mechanism).scale_text) +
           ": vertex v is chosen with probability proportional to exp(-<v, gradient> / b_t), the "
           "gradient being that of the mean over all records and of the smooth regularizer";
  }

  std::string cost_formula(const DescribedRelease& release) const override {
    if (release.unit == CostUnit::renyi) {
      return "D_t = the largest over z in [0, e] of z + ln(1 - (exp(z) - 1) (1 - exp(-(a - 1) e)) "
             "/ (exp(e) - 1)) / (a - 1), e = epsilon_t = 2 mean / b_t, a = order: log likelihood "
             "ratios lie in an interval of length e (Dong, Durfee and Rogers 2020)";
    }
    const std::string range = "epsilon_t = 2 mean / b_t";
    return release.unit == CostUnit::epsilon ? range : "rho_t = epsilon_t^2 / 8 with " + range;
  }

  std::string released_text(const DescribedRelease& release) const override {
    return "the vertex that every iteration chooses among " +
           std::to_string(scored_vertices(release).count) +
           ", and everything made from them: iterates, trace and solution";
  }

  void describe_sensitivity(const DescribedRelease& release, Json& sensitivity) const override {
    const ScoreSensitivity score = scored_vertices(release).sensitivity;
    sensitivity.set("vertices",
                    Json::object({{"norm", word_for(score.dual)}, {"radius", score.radius}}));
  }

  void read_sensitivity(RecordReader& sensitivity, StatedRelease& stated) const override {
    auto out = std::make_shared<StatedVertices>();
    RecordReader vertices = sensitivity.inside("vertices");
    out->norm = vertices.word<RowNorm>("norm");
    out->radius = vertices.number("radius", NumberRule::positive);
    stated.details = std::move(out);
  }

  void check_mean(const StatedRelease& stated, const std::string& place,
                  Findings& findings) const override {
    findings.compare(
        place, stated.mean_sensitivity,
        stated.sensitivity / stated.batch_size * stated.details_as<StatedVertices>().radius);
  }

  void check(const StatedRelease& stated, const std::string& place,
             Findings& findings) const override {
    ReleaseForm::check(stated, place, findings);
    if (stated.mechanism != Mechanism::exponential) return;
    findings.expect(!stated.draws_batches && stated.release == ReleaseKind::floating &&
                        stated.rule == SensitivityRule::uniform,
                    place,
                    "a vertex is chosen by all records, with floating noise and uniform "
                    "sensitivity");
    findings.expect(stated.details_as<StatedVertices>().norm == dual_of(stated.norm),
                    place + ".sensitivity.vertices.norm", "is not dual to sensitivity.norm");
  }

  double stated_cost(const StatedRelease& stated, const StatedNoise& noise) const override {
    if (stated.unit == CostUnit::renyi) {
      return stated.order > 1 ? ReleaseForm::stated_cost(stated, noise) : kUnproven;
    }
    if (stated.mechanism != Mechanism::exponential || stated.draws_batches) return kUnproven;
    const double range = 2 * stated.mean_sensitivity / noise.scale;
    return stated.unit == CostUnit::rho ? 0.125 * range * range : range;
  }

  double stated_sum_sensitivity(const StatedRelease& stated) const override {
    return stated.sensitivity * stated.details_as<StatedVertices>().radius;
  }

  double written_sum_sensitivity(const Json& sensitivity) const override {
    return number_of(sensitivity, "value") * number_of(sensitivity.member("vertices"), "radius");
  }

  std::string plain_words(const Json& entry) const override {
    return "exponential mechanism over the domain's vertices, scored by the mean gradient of " +
           batch_text(entry, entry) + "; one record moves a score by " +
           figure_text(number_of(entry.member("sensitivity"), "mean")) + " at most";
  }

  double log_likelihood(const Release& release, const Vector& released, const Vector& exact,
                        const VertexSet* vertices) const override {
    Vector products;
    vertices->products(exact, products);
    products /= -release.noise_scale;
    return -math::dot(released, exact) / release.noise_scale -
           math::log_sum_exp(math::view(products));
  }

  bool needs_pass(const Request&, const Exact&) const override { return true; }

  void answer(const Request& request, Exact& exact) const override {
    const VertexSet& vertices = vertices_of(request);
    exact.regularizer().add_gradient(*request.point, exact.value());
    Vector scores;
    vertices.products(exact.value(), scores);
    scores = -scores;
    exact.add_noise(request.release, *request.point, scores);
    const std::span<const double> all = math::view(scores);
    const auto best = static_cast<Index>(std::ranges::max_element(all) - all.begin());
    // The vertex takes the exact gradient's place, so that no later answer can show it.
    vertices.take(best, exact.value());
  }

  double least_cost(const Request& request, const Exact& exact, ReleaseCost& cost) const override {
    const FiniteSum& data = exact.data();
    if (request.release.batch_size != data.samples()) return kUnproven;
    const double range = selection_range(
        request.release, vertices_of(request).score_sensitivity(data.gradient_bounds()).value() /
                             static_cast<double>(data.samples()));
    if (!std::isfinite(range)) return kUnproven;
    if (cost.unit() == CostUnit::epsilon) return range;
    if (cost.unit() == CostUnit::rho) return 0.125 * range * range;
    return cost.renyi_order() > 1 ? bounded_range_renyi(cost.renyi_order(), range) : kUnproven;
  }

  double renyi(const Release& release, Index samples, double sensitivity,
               double order) const override {
    const double range = selection_range(release, sensitivity / static_cast<double>(samples));
    return std::isfinite(range) ? bounded_range_renyi(order, range) : kUnproven;
  }

 private:
  bool has_stated_divergence(const StatedRelease&) const override { return true; }

  static const VertexSet& vertices_of(const Request& request) {
    return *static_cast<const VertexRequest&>(request).vertices;
  }
};

}  // namespace

double selection_range(const Release& release, double sensitivity) {
  const bool is_proven = release.form->is_choice() && release.mechanism == Mechanism::exponential &&
                         !release.is_hardened() &&
                         release.sensitivity == SensitivityRule::uniform &&
                         release.noise_scale > 0 && sensitivity >= 0 && std::isfinite(sensitivity);
  return is_proven ? 2 * sensitivity / release.noise_scale : kUnproven;
}

const ReleaseForm* vertex_form() {
  static const VertexForm form;
  return &form;
}

VertexRequest vertex_toward(const Vector& x, const VertexSet& vertices, const Release& release) {
  VertexRequest request;
  request.form = vertex_form();
  request.release = release;
  request.point = &x;
  request.vertices = &vertices;
  return request;
}

}  // namespace noisy
