"""Checks the privacy statement of a Noisy Descent result, and shares nothing with the engine that wrote it.

    python3 check_statement.py RESULT.json...          results, or statements by themselves
    python3 check_statement.py RESULT.json... --json   the same for programs, a line for each

It needs Python 3.8 and its standard library, reads the one file, and asks nobody. From the statement's own words and
stated bounds it computes again: how far one record moves each release (sensitivity), what a release costs with the
stated noise, what a run and all runs cost (composition), and every epsilon (conversion). Each formula stands below with
the paper that proves it. A figure "differs" where it is stated lower than it follows (by more than 1e-9 of it) or
higher (by more than 1e-6, the margin of a calibration). The exit status is 0 for "confirmed", 1 for "differs", and 2
for "cannot judge" or a file that cannot be read.

What it believes, as no statement can show it: that the engine enforces the stated bounds, that the noise was drawn as
stated, and that what is listed under "believed" holds. It does not plan the experiment again (`noisy-descent
check-statement` does): it shows that the claim follows from the statement, not that the statement describes the run.

Sections: 1 numbers, 2 reading, 3 conversions, 4 what noise costs, 5 how far a record moves each kind of release,
6 schedules and composition, 7 entries, totals and runs, 8 the report.
"""

import cmath
import json
import math
import re
import sys
from collections import Counter
from decimal import Decimal, getcontext
from functools import lru_cache
from typing import NamedTuple

getcontext().prec = 40
LESS, MORE = 1e-9, 1e-6  # how far a stated figure may lie below and above the recomputed one, of it
MOST_RELEASES = 2_000_000  # that are evaluated one by one; more are not judged
LOSSES = 1e-6, 2e-3  # the same for hockey-stick divergences: the errors of this grid of losses and of the engine's
DRAWN_GRID = 2**15  # of losses of releases of drawn batches
MOST_TERMS = 20_000_000  # of sums for one divergence


class Broken(Exception):
    """The file cannot be read as a statement."""


class Wrong(Exception):
    """A condition fails without which no formula applies."""


class Unjudged(Exception):
    """The statement does not determine this."""


# ---------------------------------------------------------------------------------------------------------------------
# 1. Numbers


def quotient(above, below):
    return above / below if below > 0 else math.inf


def log_normal_cdf(x):
    """ln Phi(x); far to the left by the asymptotic series of Mills' ratio."""
    if x > -30:
        return math.log(0.5 * math.erfc(-x / math.sqrt(2)))
    series = 1 - 1 / x**2 + 3 / x**4 - 15 / x**6
    return -x * x / 2 - math.log(-x * math.sqrt(2 * math.pi)) + math.log(series)


def legendre_nodes(count):
    """Nodes and weights of Gauss-Legendre quadrature on [-1, 1], by Newton's method."""
    out = []
    for k in range(count):
        x = math.cos(math.pi * (k + 0.75) / (count + 0.5))
        for _ in range(60):
            before, value = 1.0, x
            for n in range(2, count + 1):
                before, value = value, ((2 * n - 1) * x * value - (n - 1) * before) / n
            slope = count * (x * value - before) / (x * x - 1)
            x -= value / slope
        out.append((x, 2 / ((1 - x * x) * slope * slope)))
    return out


NODES = legendre_nodes(16)


def log_sum(logs):
    """ln of the sum of exp of these."""
    largest = max(logs)
    if largest == -math.inf:
        return largest
    return largest + math.log(math.fsum(math.exp(log - largest) for log in logs))


def log_integral(log_f, low, high, width):
    """ln of the integral of exp(log_f) from low to high, by panels of about this width."""
    panels = max(1, math.ceil((high - low) / width))
    half = (high - low) / panels / 2
    terms = []
    for panel in range(panels):
        centre = low + (2 * panel + 1) * half
        terms += [log_f(centre + half * x) + math.log(half * weight) for x, weight in NODES]
    return log_sum(terms)


def least(f, low, high, pieces=40, width=1e-6):
    """The least value of a function with one valley between low and high: a grid, then golden sections to this width,
    which is wrong by its square where the function is smooth."""
    grid = [low + (high - low) * k / pieces for k in range(pieces + 1)]
    values = [f(x) for x in grid]
    best = values.index(min(values))
    a, b = grid[max(best - 1, 0)], grid[min(best + 1, pieces)]
    ratio = (math.sqrt(5) - 1) / 2
    c, d = b - ratio * (b - a), a + ratio * (b - a)
    at_c, at_d = f(c), f(d)
    while b - a > width:
        if at_c < at_d:
            b, d, at_d = d, c, at_c
            c = b - ratio * (b - a)
            at_c = f(c)
        else:
            a, c, at_c = c, d, at_d
            d = a + ratio * (b - a)
            at_d = f(d)
    return min(at_c, at_d, values[best])


# ---------------------------------------------------------------------------------------------------------------------
# 2. Reading: every field by its type and range, or one clear error that names it


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


class Fields:
    """An object of the file, and where it stands."""

    def __init__(self, value, path):
        if not isinstance(value, dict):
            raise Broken(f"{path} must be an object")
        self.value, self.path = value, path

    def at(self, key):
        return f"{self.path}.{key}"

    def has(self, key):
        return self.value.get(key) is not None

    def get(self, key):
        if key not in self.value:
            raise Broken(f"{self.at(key)} is missing")
        return self.value[key]

    def number(self, key, above=None, most=math.inf):
        """A finite number of at least 0, or above `above`."""
        return self.check(self.get(key), self.at(key), above, most)

    @staticmethod
    def check(value, path, above=None, most=math.inf):
        if not is_number(value):
            raise Broken(f"{path} must be a number")
        try:
            value = float(value)
        except OverflowError:
            raise Broken(f"{path} is too large for a number") from None
        if not math.isfinite(value) or value < 0 or value > most or (above is not None and value <= above):
            wanted = "not negative" if above is None else f"above {above:g}"
            raise Broken(f"{path} must be finite and {wanted}" + (f", at most {most:g}" if most < math.inf else ""))
        return value

    def count(self, key):
        value = self.number(key, most=2**53)
        if value != int(value):
            raise Broken(f"{self.at(key)} must be a whole number")
        return int(value)

    def bound(self, key):
        """A bound; null says that there is none."""
        return math.inf if self.get(key) is None else self.number(key)

    def text(self, key):
        value = self.get(key)
        if not isinstance(value, str):
            raise Broken(f"{self.at(key)} must be a text")
        return value

    def word(self, key, words):
        value = self.text(key)
        if value not in words:
            raise Broken(f"{self.at(key)} is {value!r}, which is none of {', '.join(words)}")
        return value

    def flag(self, key):
        value = self.get(key)
        if not isinstance(value, bool):
            raise Broken(f"{self.at(key)} must be true or false")
        return value

    def list(self, key):
        value = self.get(key)
        if not isinstance(value, list):
            raise Broken(f"{self.at(key)} must be a list")
        return value

    def part(self, key):
        return Fields(self.get(key), self.at(key))

    def parts(self, key):
        return [Fields(value, f"{self.at(key)}.{i}") for i, value in enumerate(self.list(key))]

    def rows(self, key, shortest, longest):
        """Lists of numbers, the first of each a whole number."""
        out = []
        for i, row in enumerate(self.list(key)):
            path = f"{self.at(key)}.{i}"
            if not isinstance(row, list) or not shortest <= len(row) <= longest:
                raise Broken(f"{path} must be a list of {shortest} to {longest} numbers")
            row = [self.check(value, f"{path}.{k}") for k, value in enumerate(row)]
            if row[0] != int(row[0]):
                raise Broken(f"{path}.0 must be a whole number")
            out.append(row)
        return out


def read_json(text):
    """The value of a JSON text, without what JSON leaves open: NaN, infinities, keys that stand twice."""

    def pairs(items):
        repeated = [key for key, times in Counter(key for key, _ in items).items() if times > 1]
        if repeated:
            raise Broken(f"the key {repeated[0]!r} stands twice in one object")
        return dict(items)

    def constant(name):
        raise Broken(f"{name} is no JSON number")

    try:
        return json.loads(text, object_pairs_hook=pairs, parse_constant=constant)
    except RecursionError:
        raise Broken("it is nested too deeply") from None
    except ValueError as error:
        raise Broken(f"it is no JSON: {error}") from None


NUMBER = r"\d+(?:\.\d+)?(?:e[-+]?\d+)?"


def named_number(sentence, name):
    """The number that a sentence gives this name; None where it gives none."""
    found = re.search(rf"(?<!\w){re.escape(name)} = ({NUMBER})(?!\w)(?! [A-Za-z(]*[_(])", sentence)
    return float(found[1]) if found else None


class Findings:
    """What differs, what is not judged, what is believed, and the figures that were compared."""

    def __init__(self):
        self.differs, self.unjudged, self.believed, self.figures, self.releases = [], [], [], [], []

    def compare(self, what, stated, recomputed, slack=(LESS, MORE)):
        self.figures.append({"what": what, "stated": stated, "recomputed": recomputed})
        less, more = slack
        if stated is None or not stated >= recomputed * (1 - less):
            self.differs.append(f"{what}: stated {stated}, which is less than the recomputed {recomputed}")
        elif not stated <= recomputed * (1 + more):
            self.differs.append(f"{what}: stated {stated}, which is more than the recomputed {recomputed}")

    def require(self, holds, what):
        if not holds:
            self.differs.append(what)

    def verdict(self):
        return "differs" if self.differs else "cannot judge" if self.unjudged else "confirmed"


# ---------------------------------------------------------------------------------------------------------------------
# 3. Conversions to epsilon at a delta


def gaussian_delta(mu, epsilon):
    """delta of one Gaussian release with mu = sensitivity / deviation (Balle and Wang 2018, Theorem 8)."""
    second = epsilon + log_normal_cdf(-mu / 2 - epsilon / mu)
    return math.exp(log_normal_cdf(mu / 2 - epsilon / mu)) - math.exp(min(second, 0))


def gaussian_epsilon(rho, delta):
    """Gaussian releases compose to one of mu = sqrt(2 rho) (Dong, Roth and Su 2022, Corollary 3.3)."""
    mu, low, high = math.sqrt(2 * rho), 0.0, zcdp_standard(rho, delta)
    if gaussian_delta(mu, 0) <= delta:
        return 0.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if gaussian_delta(mu, middle) > delta else (low, middle)
    return high


def zcdp_standard(rho, delta):
    """Bun and Steinke 2016, Proposition 1.3."""
    return rho + 2 * math.sqrt(rho * -math.log(delta))


def renyi_epsilon(divergence, order, delta):
    """Canonne, Kamath and Steinke 2020, Proposition 12: a Renyi divergence of this order as (epsilon, delta)."""
    epsilon = divergence + math.log1p(-1 / order) - (math.log(delta) + math.log(order)) / (order - 1)
    return max(0.0, epsilon)


def zcdp_optimal(rho, delta):
    """The best order of that for rho-zCDP, whose divergence is order * rho (the same paper, Corollary 13)."""

    def at(log_excess):
        order = 1 + math.exp(log_excess)
        return renyi_epsilon(order * rho, order, delta)

    centre = 0.5 * math.log(-math.log(delta) / rho)  # the best order but for the two small terms
    return least(at, centre - 8, centre + 8)


CONVERSIONS = {"zcdp-standard": zcdp_standard, "zcdp-optimal": zcdp_optimal, "zcdp-gaussian": gaussian_epsilon}


def converted(accountant, rho, delta):
    return 0.0 if rho == 0 else CONVERSIONS[accountant](rho, delta)


def fourier(values, sign):
    """The discrete Fourier transform of a power of two of numbers (Cooley and Tukey 1965)."""
    if len(values) == 1:
        return values
    even, odd = fourier(values[::2], sign), fourier(values[1::2], sign)
    turn = [cmath.rect(1, sign * math.pi * k / len(even)) for k in range(len(even))]
    odd = [w * value for w, value in zip(turn, odd)]
    return [a + b for a, b in zip(even, odd)] + [a - b for a, b in zip(even, odd)]


def drawn_losses(shift, rate, direction, points):
    """Losses of one release with Gaussian noise on a drawn batch and their probabilities, but for the loss 0.

    L = 1 - q + q exp(s x - s^2/2), x standard normal, is the density of a release with the record over that without. The
    loss is ln L under L phi ("with"), -ln L under phi ("without"), or, where batches exchange a record, the pair that both
    directions dominate: ln L under L phi where L > 1, -ln L under phi where L > 1, else 0 ("exchanged"; Zhu, Dong and Wang
    2022, Theorem 11).
    """
    low, high = (shift / 2 if direction == "exchanged" else -9.0), 9 + shift
    width = (high - low) / points
    losses = []
    for k in range(points):
        x = low + (k + 0.5) * width
        ratio = 1 - rate + rate * math.exp(shift * x - shift * shift / 2)
        mass, loss = width * math.exp(-x * x / 2) / math.sqrt(2 * math.pi), math.log(ratio)
        if direction != "without":
            losses.append((loss, mass * ratio))
        if direction != "with":
            losses.append((-loss, mass))
    return losses


def drawn_sum(shift, rate, steps, delta, direction):
    """Sums of the losses of so many releases, from the largest: (sum, P(sum at least), E exp(-sum) over these).

    One loss becomes four on a grid, with the same first three moments; a Fourier transform adds them up.
    """
    coarse = drawn_losses(shift, rate, direction, 2000)
    rest = 1 - sum(mass for _, mass in coarse)

    def reach(sign):
        """What the sum passes with a probability below exp(-20) delta, by Chernoff's bound."""
        powers = [sign * 2.0**k for k in range(-4, 7)]
        moments = [(z, rest + sum(mass * math.exp(min(z * loss, 700)) for loss, mass in coarse)) for z in powers]
        return min((steps * math.log(moment) + 20 - math.log(delta)) / abs(z) for z, moment in moments)

    top, bottom = reach(1), -reach(-1)
    grid = (top - bottom) / (DRAWN_GRID - 8)
    table = [0.0] * DRAWN_GRID
    for loss, mass in drawn_losses(shift, rate, direction, 2 * DRAWN_GRID):
        at = math.floor(loss / grid)
        f = loss / grid - at
        table[(at - 1) % DRAWN_GRID] -= mass * f * (f - 1) * (f - 2) / 6
        table[at % DRAWN_GRID] += mass * (f + 1) * (f - 1) * (f - 2) / 2
        table[(at + 1) % DRAWN_GRID] -= mass * (f + 1) * f * (f - 2) / 2
        table[(at + 2) % DRAWN_GRID] += mass * (f + 1) * f * (f - 1) / 6
    table[0] += 1 - math.fsum(table)
    sums = fourier([wave**steps for wave in fourier(table, -1)], 1)
    above, weighted, rows = 0.0, 0.0, []
    for k in range(math.floor(top / grid), -1, -1):
        above += sums[k].real / DRAWN_GRID
        weighted += sums[k].real / DRAWN_GRID * math.exp(-k * grid)
        rows.append((k * grid, above, weighted))
    return rows


@lru_cache(maxsize=None)
def drawn_epsilon(shift, rate, steps, delta, directions):
    """The least epsilon with E (1 - exp(epsilon - sum of losses))_+ <= delta in every direction."""
    if delta < 1e-12:
        raise Unjudged("a smaller delta than a Fourier transform in double precision can tell from 0")
    largest = 0.0
    for direction in directions:
        before = None
        for total, above, weighted in drawn_sum(shift, rate, steps, delta, direction):
            if above - math.exp(total) * weighted > delta:
                # Between this sum and the next larger one, epsilon solves above - exp(epsilon) weighted = delta there.
                largest = max(largest, math.log((before[1] - delta) / before[2]))
                break
            before = total, above, weighted
    return largest


def hockey_stick_epsilon(k, count, delta):
    """Of equal releases of one kind together."""
    scales = {release.scale for _, release in k.releases()}
    if count == 0:
        return 0.0
    if k.name == "minimizer" and count == 1:
        of = k.fields.part("objective")
        shift, end = k.move / max(scales), of.number("solverShift")
        square, share = shift * shift + end * end, 2.0**-20
        epsilon = gaussian_epsilon(square / 2, delta * (1 - share) / 2)
        far = epsilon - square / 2 - math.sqrt(3) * shift
        k.findings.require(far > 0 and far * far / 2 > -end * end * math.log(delta * share), f"{k.path}: ends too far from its minimum for this accountant")
        return epsilon + math.log1p(of.number("recordCurvature") / (k.n * of.number("strongConvexity")))
    if k.mechanism != "gaussian" or not k.drawn or k.name not in ("gradient", "poisson-gradient", "drawn-saddle-point") or len(scales) != 1:
        return None
    directions = ("with", "without") if k.by_chance else ("exchanged",)
    return drawn_epsilon(k.move / scales.pop(), k.rate, int(count), delta, directions)


def best_laplace_epsilon(groups, delta, divergence):
    """Mironov 2017: divergences of one order add up; D of order a gives D + ln(1/delta) / (a - 1). The best order."""

    def at(log_excess):
        order = 1 + math.exp(log_excess)
        return sum(n * divergence(order, e) for e, n in groups.items()) - math.log(delta) / (order - 1)

    rho = sum(n * e * e / 2 for e, n in groups.items())
    centre = 0.5 * math.log(-math.log(delta) / rho)
    return min(sum(n * e for e, n in groups.items()), least(at, centre - 6, centre + 6))


def laplace_divergence(order, epsilon):
    """Of the Laplace mechanism (Mironov 2017, Proposition 6)."""
    a, e = Decimal(order), Decimal(epsilon)
    moment = (a * ((a - 1) * e).exp() + (a - 1) * (-a * e).exp()) / (2 * a - 1)
    return float(moment.ln() / (a - 1))


def pure_divergence(order, epsilon):
    """Of any epsilon-DP release: at most that of randomized response (Bun and Steinke 2016, proof of Proposition 3.3)."""
    a, e = Decimal(order), Decimal(epsilon)
    moment = ((a * e).exp() + ((1 - a) * e).exp()) / (1 + e.exp())
    return float(moment.ln() / (a - 1))


# ---------------------------------------------------------------------------------------------------------------------
# 4. What noise costs


@lru_cache(maxsize=None)
def sampled_gaussian_divergence(order, shift, rate):
    """Renyi divergence of Gaussian noise on the mean of a batch drawn without replacement, one record exchanged.

    `shift` is how far the record moves the mean over the deviation, `rate` the chance q that the record is drawn. By
    advanced joint convexity (Balle, Barthe and Gaboardi 2018, Theorems 2 and 9) the hockey-stick divergence at
    e^t = 1 + q (e^u - 1), u >= 0, is at most q times that of the two Gaussians at e^u, in both directions. That is the
    divergence of L = 1 - q + q N(shift, 1) / N(0, 1) from 1 under N(0, 1). Any Renyi moment is an integral over
    hockey-stick divergences: 1 + integral over g >= 1 of a (a - 1) (g^(a-2) + g^(-a-1)) H_g dg (Sason and Verdu 2016),
    and doing this integral first gives the moment as 1 + E[(L^a - 1)(1 - L^(1-a))] over L >= 1.
    """

    def log_integrand(x):
        y = shift * x - shift * shift / 2
        log_l = math.log1p(rate * math.expm1(y)) if y < 30 else y + math.log(rate + (1 - rate) * math.exp(-y))
        if log_l <= 0:
            return -math.inf
        smaller = math.log(-math.expm1(-order * log_l)) + math.log(-math.expm1((1 - order) * log_l))
        return order * log_l + smaller - x * x / 2 - math.log(2 * math.pi) / 2

    log_excess = log_integral(log_integrand, shift / 2, max(order, 1) * shift + 14, 0.5)
    log_moment = math.log1p(math.exp(log_excess)) if log_excess < 30 else log_excess
    return log_moment / (order - 1)


@lru_cache(maxsize=None)
def poisson_gaussian_divergence(order, shift, rate):
    """Renyi divergence of Gaussian noise on a sum over records that each join with chance q, one of them counted as nothing.

    With the coins of all others fixed, the answer is N(0, 1) without the record and, with it, the mixture of density
    L = 1 - q + q N(shift, 1) / N(0, 1) over that: the larger of E[L^a] and E[L^(1-a)] under N(0, 1) is its moment in
    either direction (Mironov, Talwar and Zhang 2019). As E[L] = 1, E[L^p] is 1 + E[L^p - 1 - p (L - 1)], where nothing
    cancels but near L = 1, which a series covers.
    """

    def log_integrand(x, power):
        y = shift * x - shift * shift / 2
        log_l = math.log1p(rate * math.expm1(y)) if y < 30 else y + math.log(rate + (1 - rate) * math.exp(-y))
        if abs(power * log_l) < 1e-3 and abs(log_l) < 1e-3:
            more = math.expm1(log_l)
            excess = power * (power - 1) / 2 * more * more * (1 + (power - 2) / 3 * more * (1 + (power - 3) / 4 * more))
        elif power * log_l > 600:
            return power * log_l - x * x / 2 - math.log(2 * math.pi) / 2
        else:
            excess = math.expm1(power * log_l) - power * math.expm1(log_l)
        return (math.log(excess) if excess > 0 else -math.inf) - x * x / 2 - math.log(2 * math.pi) / 2

    most = -math.inf
    for power in (order, 1 - order):
        low, high = min(0.0, (1 - order) * shift) - 14, max(order, 1) * shift + 14
        log_excess = log_integral(lambda x: log_integrand(x, power), low, high, 0.5)
        most = max(most, math.log1p(math.exp(log_excess)) if log_excess < 30 else log_excess)
    return most / (order - 1)


def joint_divergence(order, mean, change, rate):
    """Renyi divergence of one variance-reduced gradient with noise of deviation 1, one record exchanged.

    `mean` is D, how far the record moves the mean over all batches; `change` is S, twice the radius of a ball that holds
    every record's difference of two gradients over m; `rate` the chance q that the record is drawn. (a - 1) times the
    divergence is convex in the order a and 0 at 1: between whole orders it lies below the chord.
    """
    if change == 0 or rate == 1:
        return order * mean * mean / 2
    below = math.floor(order)
    at_below = log_joint_moment(below, mean, change, rate) if below > 1 else 0.0
    at_above = log_joint_moment(below + 1, mean, change, rate) if order > below else 0.0
    return ((below + 1 - order) * at_below + (order - below) * at_above) / (order - 1)


@lru_cache(maxsize=None)
def log_joint_moment(order, mean, change, rate):
    """ln of a bound on E[(P / P')^a] of this under P', for a whole order a > 1.

    Given the batch's other records, P and P' mix two Gaussians each, and V below stands for (P - P') over the density of
    Gaussian noise: each moment tensor of that is no longer than V's moment, so that its k-th power has a mean of at most
    v_k, in any dimension. With P' >= exp(-K) times that density, E[(P / P')^a] <= 1 + the sum over k >= 2 of C(a, k) J_k
    (the derivation stands beside the engine's accountant, joint_renyi.h). For q > 1/2 it holds with 1 - q.

      V = (1-q) exp(u x - u^2/2) + q exp(w x - w^2/2) - 1, u = D - q S, w = D + (1-q) S, x standard normal; Y = V at D = 0
      v_k = E[V^k], c_k = E[V^k Y^2], K = q (1-q) S^2 / 2, h_k = (v_k + sqrt(v_(k-1) v_(k+1))) / 2
      J_k = exp((k-1) K) v_k for even k, and for odd k the lesser of exp((k-1) K) h_k and
            v_k + (exp((k-1) K) - 1) h_k + (k-1) sqrt(v_(k+1) c_(k-1))
    """
    q = min(rate, 1 - rate)
    shift, kappa = q * change, q * (1 - q) * change * change / 2
    u, w = mean - shift, mean + change - shift
    # The trapezoid rule errs by some (2/t)^k exp(-2 pi^2 / step^2) of such entire functions, t^2 = E[V^2].
    products = (((1 - q) ** 2, u * u), (2 * q * (1 - q), u * w), (q * q, w * w))
    scale = min(1.0, math.sqrt(sum(weight * math.expm1(min(product, 50)) for weight, product in products)))
    step = min(0.25, math.pi * math.sqrt(2 / (45 + (order + 3) * math.log(4 / scale))))
    first, last = -(order + 3) * shift - 13, (order + 3) * w + 13
    count = math.ceil((last - first) / step)
    if count * order > MOST_TERMS:
        raise Unjudged("the sums of this divergence are too long to be evaluated here")

    def log_of(x, low, high):
        """ln|V|, and whether V is negative."""
        logs = low * x - low * low / 2, high * x - high * high / 2
        if max(logs) > 500:
            return log_sum([math.log1p(-q) + logs[0], math.log(q) + logs[1]]), False
        value = (1 - q) * math.expm1(logs[0]) + q * math.expm1(logs[1])
        return math.log(abs(value)) if value else -math.inf, value < 0

    nodes = []
    for x in (first + k * step for k in range(count)):
        nodes.append((math.log(step) - x * x / 2 - math.log(2 * math.pi) / 2, *log_of(x, u, w), 2 * log_of(x, -shift, change - shift)[0]))

    def log_mean(k):
        """ln v_k; it is never negative, but for rounding."""
        logs = [weight + k * log for weight, log, _, _ in nodes]
        largest, is_odd = max(logs), k % 2 == 1
        total = math.fsum(math.exp(log - largest) * (-1 if is_odd and node[2] else 1) for log, node in zip(logs, nodes))
        return largest + math.log(total) if total > 0 else -math.inf

    v = [0.0] + [log_mean(k) for k in range(1, order + 1 + order % 2)]
    terms, log_binomial = [], math.log(order)
    for k in range(2, order + 1):
        log_binomial += math.log((order - k + 1) / k)
        rise = (k - 1) * kappa
        term = rise + v[k]
        if k % 2 == 1:
            h = log_sum([v[k], (v[k - 1] + v[k + 1]) / 2]) - math.log(2)
            term = rise + h
            if rise < 30:
                c = log_sum([weight + (k - 1) * log + square for weight, log, _, square in nodes])
                term = min(term, log_sum([v[k], math.log(math.expm1(rise)) + h, math.log(k - 1) + (v[k + 1] + c) / 2]))
        terms.append(log_binomial + term)
    excess = log_sum(terms)
    return math.log1p(math.exp(excess)) if excess < 30 else excess


def bounded_range_divergence(order, range_):
    """Renyi divergence of a choice whose log likelihood ratios lie in an interval of length `range_`.

    Dong, Durfee and Rogers 2020: the worst pair takes two outcomes with log ratios z and z - r. Its moment is largest at
    e^z = (a - 1)(1 + k) / (a k), k = (1 - e^(-(a-1) r)) / (e^r - 1), where the divergence is z + ln((1 + k)/a)/(a - 1).
    """
    a, r = Decimal(order), Decimal(range_)
    k = (1 - (-(a - 1) * r).exp()) / (r.exp() - 1)
    z = ((a - 1) * (1 + k) / (a * k)).ln()
    return float(z + ((1 + k) / a).ln() / (a - 1))


EPSILON = "epsilon_t = mean / b_t"
EPSILON_GRID = "epsilon_t = D_t / b_t, D_t = mean + d grid_t"
EPSILON_DRAWN = "epsilon_t = ln(1 + (m/n) (exp(mean / b_t) - 1))"
EPSILON_DRAWN_GRID = "epsilon_t = ln(1 + (m/n) (exp(D_t / b_t) - 1)), D_t = mean + d grid_t"
RHO = "rho_t = (mean / sigma_t)^2 / 2"
RHO_GRID = "rho_t = (D_t / sigma_t)^2 / 2, D_t = mean + sqrt(d) grid_t"
SAMPLED = "ln(1 + integral over x >= s/2 of phi(x) (L^a - 1)(1 - L^(1-a)) dx) / (a - 1), L = 1 - q + q exp(s x - s^2/2)"
BY_CHANCE = "ln(integral of phi(x) L^a dx) / (a - 1), L = 1 - q + q exp(s x - s^2/2)"


class Release(NamedTuple):
    """One release: its scale, the grid of hardened noise (else 0), and how long its step may be (else 1)."""

    scale: float
    grid: float
    length: float


def noise_cost(kind, release, order):
    """What one release costs in the unit of its entry, and the statement's words for that formula.

    Laplace: Dwork and Roth 2014, Theorem 3.6; drawn batches: Balle, Barthe and Gaboardi 2018, Theorem 9. Gaussian:
    Bun and Steinke 2016, Propositions 1.6 and 1.4 (epsilon-DP is epsilon^2/2-zCDP). Discrete noise on a grid costs
    the same as continuous noise (Canonne, Kamath and Steinke 2020, Theorem 4); rounding to the grid moves each
    coordinate by one more step at most. The exponential mechanism with scores that move by `mean` has log likelihood
    ratios in a range of 2 mean / b (Dwork and Roth 2014, Theorem 3.10), and costs range^2 / 8 (Cesar and Rogers 2021);
    scores that are rounded to a grid (`rounds_scores`) move by one more step at most.
    """
    scale, unit = release.scale, kind.unit
    move = kind.move * release.length
    if kind.mechanism == "exponential":
        rounds = kind.hardened and kind.form.rounds_scores
        spread = 2 * (move + (release.grid if rounds else 0)) / scale
        if unit == "renyi":
            return bounded_range_divergence(order, spread), "D_t = the largest over z in [0, e]"
        words = "epsilon_t = 2 D_t / b_t, D_t = mean + grid_t" if rounds else "epsilon_t = 2 mean / b_t"
        return (spread, words) if unit == "epsilon" else (spread * spread / 8, f"rho_t = epsilon_t^2 / 8 with {words}")
    if kind.mechanism == "laplace":
        move += kind.numbers * release.grid
        epsilon = move / scale
        words = EPSILON_GRID if kind.hardened else EPSILON
        if kind.drawn:
            epsilon = math.log1p(kind.rate * math.expm1(min(epsilon, 700)))
            words = EPSILON_DRAWN_GRID if kind.hardened else EPSILON_DRAWN
        return (epsilon, words) if unit == "epsilon" else (epsilon * epsilon / 2, f"rho_t = epsilon_t^2 / 2 with {words}")
    shift = (move + math.sqrt(kind.numbers) * release.grid) / scale
    if unit == "rho":
        return shift * shift / 2, RHO_GRID if kind.hardened else RHO
    if kind.by_chance:
        return poisson_gaussian_divergence(order, shift, kind.rate), f"D_t = {BY_CHANCE}"
    if kind.drawn:
        return sampled_gaussian_divergence(order, shift, kind.rate), f"D_t = {SAMPLED}"
    return order * shift * shift / 2, "D_t = a (mean / sigma_t)^2 / 2, a = order"


# ---------------------------------------------------------------------------------------------------------------------
# 5. How far one record moves each kind of release. A function takes a kind of release and returns this distance, the
#    statement's "mean"; kinds whose cost is not noise_cost of it have a second function. S is `sensitivity.value`.


def gradient(k):
    """The mean of m gradients: S / m (Kuru et al., equation 11)."""
    return k.S / k.m


def poisson_gradient(k):
    """A sum over the records that joined by chance, divided by how many are expected: S / m."""
    k.findings.require(k.by_chance and k.neighbours == "zero-out", f"{k.path}: Poisson batches are about a record that is zeroed out")
    return k.S / k.m


def change(k):
    """R: a ball of this radius holds every record's difference of its gradients at two points. Gradients of length S / 2
    differ by S, and by S / 2 where the loss has a slope of one sign or is softmax; where only S is known, three
    differences are at most 2 S apart, and no proof looks at more: 2 S / sqrt(3) (Jung 1901). Older statements count with
    S, and do not state it."""
    if not k.fields.has("change"):
        return k.S
    of = k.fields.part("change")
    move = of.number("move", above=0)
    if abs(move - k.S / 2) <= LESS * k.S / 2:
        k.believe("change.move, half of value: that the loss has a slope of one sign, or is softmax without clipping")
        return move
    fits = k.S * (1 - LESS) <= move <= 2 / math.sqrt(3) * k.S * (1 + LESS)
    k.findings.require(fits, f"{of.path}.move: {move:g} is neither S / 2 nor from S to 2 S / sqrt(3), S = {k.S:g}")
    return move


def difference(k):
    """The mean of m differences of two gradients of one record each: 2 R / m."""
    return 2 * change(k) / k.m


def variance_reduced_cost(k, release, order):
    """Difference and anchor at once, or noise of variance sigma^2 as a sum of two parts: `share` of it on the batch's
    difference, the rest on the anchor's gradient over all records. Divergences of both add up, whatever the share is.
    At its own order the statement says which proof it takes; at others the best one counts."""
    move, anchor = 2 * change(k) / (k.m * release.scale), k.S / k.n / release.scale

    def split(share):
        drawn = sampled_gaussian_divergence(order, move / math.sqrt(share), k.rate)
        return drawn + order * anchor * anchor / (2 * (1 - share))

    if order == k.order and k.share:
        return split(k.share), "D_t = sampled + a (value / n)^2 / (2 (1 - share)"
    joint = joint_divergence(order, anchor, move, k.rate) if k.fields.has("change") else math.inf
    if order == k.order:
        return joint, "D_t = ln(1 + sum over k = 2..a of C(a, k) J_k) / (a - 1) with D = value / (n sigma_t), S = 2 change / (m sigma_t)"
    return min(joint, least(lambda t: split(1 / (1 + math.exp(-t))), -5, 12, 17, 1e-5)), None


def in_region(k):
    """A gradient of all records, asked for only at points within a radius, where its own bound holds."""
    region = k.fields.part("region")
    value = region.number("value", above=0)
    if region.bound("radius") == math.inf or k.hardened:
        k.findings.compare(f"{region.path}.value", value, k.S)
    else:
        k.findings.require(value <= k.S * (1 + LESS), f"{region.path}.value is above the bound for the whole domain")
        k.believe("region.value, a bound within a radius")
    return value / k.n


def gradient_length(k):
    """The length of a vector moves no farther than the vector; it is one number."""
    k.numbers = 1
    return in_region(k)


def length_cost(k, release, order):
    return noise_cost(k, release, order)[0], "rho_t = (D_t / sigma_t)^2 / 2, D_t = mean + grid_t" if k.hardened else RHO


def step_difference(k):
    """Both ends of a step of length s_t: each of two records moves the mean difference by L_1 s_t / n at most."""
    region = k.fields.part("region")
    k.smoothness(region, needs_rows=region.has("curvatureBound"))
    k.findings.require(k.steps is not None, f"{k.path}.noise.steps is missing")
    return 2 * region.number("smoothness", above=0) / k.n


def step_cost(k, release, order):
    return noise_cost(k, release, order)[0], "rho_t = (mean s_t / sigma_t)^2 / 2"


def exact_descent(k):
    """Where T exact gradient steps end (Zhang et al. 2017): D_t = (1 - eta mu) D_(t-1) + eta S / n. Steps of at most
    1/(L + mu), without mu 2/L, move no two points apart but by the record itself."""
    descent = k.entry.part("sensitivity").part("descent")
    smoothness, mu = k.smoothness(descent), descent.number("strongConvexity")
    eta, steps = descent.number("stepSize", above=0), descent.count("steps")
    k.convex()
    longest = 1 / (smoothness + mu) if mu > 0 else quotient(2, smoothness)
    k.findings.require(eta <= longest * (1 + LESS), f"{descent.path}.stepSize is too long for a contraction")
    if mu == 0:
        return eta * steps * k.S / k.n
    return -math.expm1(steps * math.log1p(-min(eta * mu, 1 - 1e-16))) / mu * k.S / k.n


def last_iterate(k):
    """Mean gradients of all records that nobody sees: S / n."""
    once = k.planned == 1 and not k.hardened
    k.findings.require(once, f"{k.path}: a last iterate is released once, with floating noise")
    return k.S / k.n


def last_iterate_cost(k, release, order):
    """The last of T noisy steps costs as much as K of their gradients (Bok, Su and Altschuler 2024): steps contract by
    c = max(|1 - eta mu|, |1 - eta (L + mu)|), so that of what a record moved t steps before the end c^t is left, and the
    noise of each later step may pay for a part of it. Paid in proportion to c^t (Cauchy and Schwarz), from the public
    start K = (1 - c^T)^2 / (1 - c)^2 (1 - c^2) / (1 - c^(2T)); in a domain of diameter D, k steps before the end,
    where both paths are D = w eta S / n apart at most, (c^k w + (1 - c^k) / (1 - c))^2 (1 - c^2) / (1 - c^(2k))."""
    of = k.entry.part("cost").part("hiddenSteps")
    steps, eta, mu = of.count("steps"), of.number("stepSize", above=0), of.number("strongConvexity")
    smoothness = k.smoothness(of)
    k.convex()
    k.findings.require(eta * (smoothness + mu) <= 2 * (1 + LESS), f"{of.path}.stepSize is too long for a contraction")
    words = k.entry.text("released")
    k.findings.require(steps >= 1 and f"where {steps} noisy steps end" in words, f"{of.path}.steps are not those of {k.entry.path}.released")
    gap = max(0.0, min(eta * mu, 2 - eta * (smoothness + mu)))  # 1 - c

    def counted(width, among):
        if gap == 0:
            return (width + among) ** 2 / among
        gone = -math.expm1(among * math.log1p(-gap)) if gap < 1 else 1.0  # 1 - c^k
        return ((1 - gone) * width + gone / gap) ** 2 * gap * (2 - gap) / (gone * (2 - gone))

    best = counted(0.0, max(steps, 1))
    if of.has("diameter") and steps > 1:
        k.believe("hiddenSteps.diameter, how wide the domain is")
        width = of.number("diameter", above=0) / (eta * k.move)
        root = steps  # of the derivative in c^k, which is 0 at c^k = 1 - w (1 - c) alone
        if 0 < 1 - width * gap and gap < 1:
            root = width if gap == 0 else math.log1p(-width * gap) / math.log1p(-gap)
        among = {min(max(1, math.floor(root) + more), steps - 1) for more in (0, 1)}
        best = min([best] + [counted(width, one) for one in among])
    k.findings.compare(f"{of.path}.countedSteps", of.number("countedSteps", above=0), best)
    return best * noise_cost(k, release, order)[0], "rho = K (mean / sigma)^2 / 2 with K = countedSteps"


def pass_mean(k):
    """The mean point of one pass: a record moves one step by eta S, and steps of at most 2/(L + mu) on convex losses
    move no two points apart (Hardt, Recht and Singer 2016, Lemma 3.7; Feldman, Koren and Talwar 2020, Section 4)."""
    steps = k.fields.part("pass")
    k.convex()
    longest = quotient(2, k.smoothness(steps) + steps.number("strongConvexity"))
    eta = steps.number("stepSize", above=0)
    k.findings.require(eta <= longest * (1 + LESS), f"{steps.path}.stepSize is too long for a contraction")
    return eta * k.S


def minimizer(k):
    """Objective perturbation: the linear term's gradient moves by S / n."""
    return k.S / k.n


def minimizer_cost(k, release, order):
    """Redberg, Koskela and Wang 2023, Theorem 3.1 and its mechanism for approximate minima, for one record exchanged:
    a rank-one change of the Hessian gives ln(1 + beta / (n mu)), the linear term E[exp((a - 1)|X|)] with X normal,
    and the noise on the search's end pays for ending 2 tolerance / mu apart."""
    of = k.fields.part("objective")
    k.convex()
    mu = of.number("strongConvexity", above=0)
    added = of.number("regularizerStrength") + of.number("addedStrength")
    k.findings.require(abs(mu - added) <= LESS * added, f"{of.path}.strongConvexity is not the sum of both strengths")
    curvature = of.number("recordCurvature")
    k.smoothness(of, "recordCurvature")
    end = 2 * of.number("tolerance") / (mu * of.number("solutionDeviation", above=0))
    k.findings.compare(f"{of.path}.solverShift", of.number("solverShift"), end)
    shift = k.move / release.scale
    sides = math.log(2) + log_normal_cdf((order - 1) * shift)
    cost = math.log1p(curvature / (k.n * mu)) + order * (shift * shift + end * end) / 2 + sides / (order - 1)
    return cost, "D_t = ln(1 + recordCurvature / (n strongConvexity)) + a (s^2 + solverShift^2) / 2"


def weighted_norms(k):
    """What the solutions of saddle problems follow from: weights, and how far grad_x, grad_y and both may move."""
    of = k.fields.part("solution")
    weights = of.number("primalWeight", above=0), of.number("dualWeight", above=0)
    moves = of.number("primalDifference"), of.number("dualDifference")
    k.words_state("S_x", moves[0], f"{of.path}.primalDifference")
    k.words_state("S_y", moves[1], f"{of.path}.dualDifference")
    return weights, moves, of.number("distance", above=0)


def minimizer_of_block(k):
    """Of a mean of m records that is lambda-strongly convex: S / (m lambda) (Chaudhuri et al. 2011, Lemma 7), and the
    released one lies within tau of it in the norm sqrt(lambda) |x|."""
    of = k.fields.part("solution")
    weight = of.number("primalWeight", above=0)
    k.believe("solution.distance, how near a solver's certificate says that it came")
    return k.S / (k.m * weight) + 2 * of.number("distance", above=0) / math.sqrt(weight)


def drawn_saddle(k):
    of = k.fields.part("solution")
    k.believe("solution.distance, how near a solver's certificate says that it came")
    return k.S / (of.number("weight", above=0) * k.m) + 2 * of.number("distance", above=0)


def saddle_point(k):
    """The operator is strongly monotone in the norm of W = diag(lambda_x, lambda_y): sup |v|_(W^-1) / m + 2 tau. Its
    square is linear in (|v_x|^2, |v_y|^2), so that the sup lies in a corner: one part first, the other with the rest."""
    (x_weight, y_weight), (x_most, y_most), distance = weighted_norms(k)
    k.believe("solution.distance, how near a solver's certificate says that it came")
    x, y = min(x_most, k.S), min(y_most, k.S)
    x_first = x * x / x_weight + min(y * y, k.S**2 - x * x) / y_weight
    y_first = y * y / y_weight + min(x * x, k.S**2 - y * y) / x_weight
    return math.sqrt(max(x_first, y_first)) / k.m + 2 * distance


def saddle_part(k, own, other):
    """One player's part: sup (|v_x| / lambda_x + |v|_(W^-1) / sqrt(lambda_x)) / (2 m) + 2 tau / sqrt(lambda_x), over
    |v| <= S, |v_x| <= S_x, |v_y| <= S_y; concave in |v_x|^2 where |v_y| is as long as it may be."""
    weights, moves, distance = weighted_norms(k)
    k.believe("solution.distance, how near a solver's certificate says that it came")
    weight, other_weight, most, other_most = weights[own], weights[other], moves[own], moves[other]

    def lacking(square):
        rest = max(0.0, min(other_most**2, k.S**2 - square))
        return -(math.sqrt(square) / weight + math.sqrt(square / weight + rest / other_weight) / math.sqrt(weight))

    longest = min(most, k.S) ** 2
    return -least(lacking, 0.0, longest, width=1e-13 * longest) / (2 * k.m) + 2 * distance / math.sqrt(weight)


def block_gradient(k):
    """Mean gradients of disjoint blocks of B records: S / B, and a record moves one of them only."""
    size = k.fields.part("blocks").count("size")
    k.findings.require(1 <= size and k.planned * size <= k.n, f"{k.path}.blocks.size: a record would stand in two blocks")
    return k.S / max(size, 1)


def block_cost(k, release, order):
    return noise_cost(k, release, order)[0], "all releases together cost (mean / sigma_t)^2 / 2, however many there are"


def moment(k, factor_of):
    """Moments of the records, n times each: for rows of curvature beta = curvatureBound rowBound^2, exchanging u for v
    moves uu' by |uu' - vv'|_F <= sqrt(2) beta and its least eigenvalue by beta, as neither is negative."""
    of = k.fields.part("moment")
    curvature = k.smoothness(of, "recordCurvature")
    k.numbers = of.count("numbers")
    move = factor_of(k, curvature)
    k.findings.compare(f"{of.path}.move", of.number("move", above=0), move)
    return move / k.n


def moment_cost(k, release, order):
    return noise_cost(k, release, order)[0], RHO_GRID.replace("(d)", "(moment.numbers)") if k.hardened else RHO


def second_moments(k, curvature):
    can_be_orthogonal = k.neighbours == "replace-one" and k.d > 1
    k.findings.require(k.numbers == k.d * (k.d + 1) // 2, f"{k.path}.moment.numbers is not d (d + 1) / 2")
    return curvature * (math.sqrt(2) if can_be_orthogonal else 1)


def table_answers(k):
    """r answers of a table move by D / n each."""
    of = k.fields.part("table")
    k.findings.compare(f"{of.path}.move", of.number("move"), k.S)
    return math.sqrt(of.count("moved")) * of.number("move") / k.n


def table_cost(k, release, order):
    """Sums of answers are whole numbers, and so of grid steps: rounding moves nothing."""
    k.whole_steps(k.n * release.scale, release)
    k.findings.require(not k.hardened or release.grid <= 1, f"{k.path}.noise.grids: whole numbers are not on this grid")
    shift = k.move / release.scale
    return shift * shift / 2, "rho_t = (sqrt(r) D / (n sigma_t))^2 / 2"


def vertex(k):
    """A score is a product with a vertex: S R / n, R the longest vertex in the dual norm (Talwar et al. 2015)."""
    longest = k.entry.part("sensitivity").part("vertices")
    dual = {"l1": "linf", "l2": "l2", "linf": "l1"}
    k.findings.require(longest.text("norm") == dual[k.norm], f"{longest.path}.norm is not dual to sensitivity.norm")
    return k.S * longest.number("radius", above=0) / k.n


def query_choice(k):
    """A record is one of m summands of a query's score: D / m (Hardt, Ligett and McSherry 2012)."""
    of = k.fields.part("queries")
    k.findings.compare(f"{of.path}.move", of.number("move"), k.S)
    k.findings.require(1 <= of.count("divisor") <= k.n, f"{of.path}.divisor is not a number of records")
    return of.number("move") / max(of.count("divisor"), 1)


def query_cost(k, release, order):
    of = k.fields.part("queries")
    k.whole_steps(of.count("divisor") * release.scale, release)
    return of.count("draws") * (2 * k.move / release.scale) ** 2 / 8, "rho_t = K (2 D / (m b_t))^2 / 8"


def player_moves(k, fields):
    """C_x and C_y: how far two records' operators can be apart in one coordinate; nothing of a player who is frozen."""
    moves = {"x": fields.number("primalMove"), "y": fields.number("dualMove")}
    k.findings.compare(f"{fields.path}: the larger move", max(moves.values()), k.S)
    for name, move in moves.items():
        words = k.stated_in_words(f"S_{name}")
        k.findings.require(words is None or move <= words * (1 + LESS), f"{fields.path}: a coordinate moves more than S_{name}")
    k.believe("how far two records' operators can be apart in one coordinate, of each player")
    if fields.has("frozen"):
        moves[fields.word("frozen", ["x", "y"])] = 0
    return moves["x"], moves["y"]


def hidden_iterate(k):
    """Sums of mean operators of disjoint blocks of B records: the larger move over B."""
    of = k.fields.part("vertices")
    size = of.count("blockSize")
    if of.has("passes") and of.text("passes") == "full-batch":
        k.findings.require(size == k.pool, f"{of.path}.blockSize is not the number of all records")
    else:
        k.findings.require(size >= 1 and k.planned * size <= k.pool, f"{of.path}.blockSize: a record would stand in two blocks")
    return max(player_moves(k, of)) / max(size, 1)


def hidden_iterate_cost(k, release, order):
    """Each of D draws from a player's simplex is an exponential mechanism of range eta = 2 C / (B b) (Gonzalez et al.
    2024, Section 4). Where all records are read in every step, the t-th release pays t^2 as much."""
    of = k.fields.part("vertices")
    ranges = [2 * move / (of.count("blockSize") * release.scale) for move in player_moves(k, of)]
    draws = of.count("perPoint") + of.count("output")
    k.whole_steps(of.count("blockSize") * release.scale, release, k.S)
    squares = "t^2 " if of.has("passes") and of.text("passes") == "full-batch" else ""
    return draws * sum(r * r for r in ranges) / 8, f"rho_t = {squares}D (eta_x^2 + eta_y^2) / 8"


def hidden_average(k):
    """Sums of products with vertices over disjoint blocks of B records: S R / B, or C / B of one player."""
    of = k.fields.part("vertices")
    size, steps, period = of.count("blockSize"), of.count("steps"), of.count("period")
    k.findings.require(1 <= period <= steps and k.planned < period + steps // max(period, 1), f"{of.path}: more draws than steps")
    k.findings.require(size >= 1 and (steps - 1) * size <= k.pool, f"{of.path}.blockSize: a record would stand in two blocks")
    k.largest = max(player_moves(k, of)) if of.has("frozen") else k.S * of.number("radius", above=0)
    return k.largest / max(size, 1)


def hidden_average_cost(k, release, order):
    """A draw mixes laws of range 2 mean / b; Renyi divergence is quasi-convex (van Erven and Harremoes 2014, Th. 13)."""
    of = k.fields.part("vertices")
    k.whole_steps(of.count("blockSize") * release.scale, release, k.largest)
    return of.count("perDraw") * (2 * k.move / release.scale) ** 2 / 8, "rho_t = K epsilon_t^2 / 8 with K = vertices.perDraw"


def level_weight(k):
    """W_0 of a schedule whose levels are all 0: 2 C_M - 1 = 1, and C_M + 1 = 2 for the antithetic estimator."""
    of = k.fields.part("levels")
    if of.count("maxLevel") > 0 or of.has("growth"):
        raise Unjudged("levels are drawn from levels.seed by a generator that the statement does not describe")
    weight = {"plain": 1, "antithetic": 2}[of.word("estimator", ["plain", "antithetic"])]
    return of, weight / max(1, math.ceil(1 / of.number("batchDivisor", above=0)))


def hidden_levels(k):
    """A step of level N reads |B| = max(1, ceil(2^N / alpha)) records with weights of W_N together."""
    of, share = level_weight(k)
    steps = math.floor(of.number("levelBudget", above=0) - 1) + 1
    k.findings.require(k.planned == steps - 1, f"{of.path}.levelBudget makes {steps - 1} releases, not {k.planned}")
    return max(player_moves(k, of)) * share


def hidden_levels_cost(k, release, order):
    """The first block's record pays for all later draws: 2^(N + 1) of each player, and one more where it is fresh."""
    of, share = level_weight(k)
    k.whole_steps(release.scale, release, k.S)
    draws = 2 + (of.word("output", ["fresh", "reuse-gradient-draws"]) == "fresh")
    square = sum(move * move for move in player_moves(k, of))
    return draws * share * share * square / (2 * release.scale**2), "all releases up to t cost max_r D_r (W_N / |B_r|)^2"


def tree_changes(k):
    """A node's range: the root's records move a score by C = S R; differences of the right child of depth j, of
    b / 2^j records, are clipped to kappa_j = min(C, smoothness delta_j)."""
    of = k.fields.part("vertices")
    batch, depth, move = of.count("rootBatch"), of.count("phase"), k.S * of.number("radius", above=0)
    if not 0 < depth < 60 or batch < 1:
        raise Broken(f"{of.path} describes no tree")
    k.findings.require(k.m == batch + depth * batch // 2 and batch % 2**depth == 0, f"{k.path}.batchSize is not what the tree reads")
    changes = []
    for j in range(1, depth + 1):
        a = 2 ** (depth - 1)
        c = a + 2 ** (depth - j) - 1
        distance = 2 * (1 - a * (a - 1) / (c * (c + 1)))
        changes.append((j, 2 * min(move, of.number("smoothness") * distance)))
    return batch, depth, move, changes


def tree(k):
    batch, _, move, changes = tree_changes(k)
    return max([move] + [2**j * change for j, change in changes]) / batch


def tree_cost(k, release, order):
    """2^t leaves select; of these 2^(t-j) lie below a right child of depth j, which only its records' neighbours move."""
    batch, depth, move, changes = tree_changes(k)
    k.whole_steps(batch * release.scale, release, move)
    if k.unit == "epsilon":
        largest = max([move] + [change for _, change in changes])
        return 2 ** (depth + 1) * largest / (batch * release.scale), "epsilon_t = 2^(t+1) max(C, max_j 2 kappa_j) / (b b_t)"
    square = max([move**2] + [2**j * change**2 for j, change in changes])
    return 2**depth * square / (2 * (batch * release.scale) ** 2), "rho_t = 2^t max(C^2, max_j 2^j (2 kappa_j)^2) / (2 b^2 b_t^2)"


def gap_choice(k):
    """A record is one of m summands of two mean gains, each over a step of length 2 in l1; or counts at most B in both."""
    of = k.fields.part("candidates")
    if of.has("valueBound"):
        k.believe("candidates.valueBound, what one record counts at most")
        return 4 * of.number("valueBound", above=0) / k.pool
    return 2 * sum(player_moves(k, of)) / k.pool


def gap_cost(k, release, order):
    k.whole_steps(k.pool * release.scale, release, k.pool * k.move)
    return noise_cost(k, release, order)[0], "rho_t = (2 D / (m b_t))^2 / 8 with m = records.count"


def column_range(k):
    """A record is one of those that are counted below a candidate (Smith 2011)."""
    return 1.0


class Form(NamedTuple):
    """What is known of a kind of release. `once`: later releases cost no more than the first."""

    move: object
    mechanisms: str = "gaussian"
    cost: object = noise_cost
    zero_out: bool = False  # proven for neighbours that count a record as nothing, too
    draws: bool = False  # may read a batch drawn without replacement
    by_chance: bool = False  # its batches are Poisson ones
    norm: str = "l2"
    units: str = "rho"
    blocks: bool = False  # reads a block of the records
    once: bool = False
    rounds_scores: bool = False  # hardened scores are rounded as a whole, and not each record's part of them


def exponential(move, cost=noise_cost, norm="linf", **rest):
    return Form(move, "exponential", cost, norm=norm, **rest)


FORMS = {
    "gradient": Form(gradient, "laplace gaussian", zero_out=True, draws=True, units="epsilon rho renyi"),
    "poisson-gradient": Form(poisson_gradient, zero_out=True, draws=True, by_chance=True, units="renyi"),
    "anchor": Form(gradient, units="renyi"),
    "difference": Form(difference, draws=True, units="renyi"),
    "variance-reduced": Form(gradient, cost=variance_reduced_cost, draws=True, units="renyi"),
    "fresh-gradient": Form(in_region),
    "gradient-length": Form(gradient_length, cost=length_cost),
    "step-difference": Form(step_difference, cost=step_cost),
    "iterate-choice": exponential(in_region, norm="l2", units="epsilon rho", rounds_scores=True),
    "block-gradient": Form(block_gradient, cost=block_cost, once=True),
    "solution": Form(exact_descent),
    "last-iterate": Form(last_iterate, cost=last_iterate_cost, zero_out=True),
    "pass-mean": Form(pass_mean, blocks=True),
    "minimizer": Form(minimizer, cost=minimizer_cost, units="renyi"),
    "certified-minimizer": Form(minimizer_of_block, blocks=True),
    "expected-minimizer": Form(minimizer_of_block, blocks=True),
    "certified-saddle-point": Form(saddle_point, blocks=True),
    "certified-saddle-primal": Form(lambda k: saddle_part(k, 0, 1), blocks=True),
    "certified-saddle-dual": Form(lambda k: saddle_part(k, 1, 0), blocks=True),
    "expected-saddle-point": Form(saddle_point, blocks=True),
    "expected-saddle-primal": Form(lambda k: saddle_part(k, 0, 1), blocks=True),
    "expected-saddle-dual": Form(lambda k: saddle_part(k, 1, 0), blocks=True),
    "drawn-saddle-point": Form(drawn_saddle, draws=True, units="renyi"),
    "least-eigenvalue": Form(lambda k: moment(k, lambda _, c: c), cost=moment_cost, zero_out=True),
    "second-moments": Form(lambda k: moment(k, second_moments), cost=moment_cost, zero_out=True),
    "first-moments": Form(lambda k: moment(k, lambda k, _: k.S), cost=moment_cost, zero_out=True),
    "table-answers": Form(table_answers, cost=table_cost, norm="linf"),
    "vertex": exponential(vertex, norm="any", units="epsilon rho renyi"),
    "query-choice": exponential(query_choice, query_cost),
    "iterate-vertices": exponential(hidden_iterate, hidden_iterate_cost, blocks=True),
    "average-vertices": exponential(hidden_average, hidden_average_cost, norm="any", blocks=True),
    "level-vertices": exponential(hidden_levels, hidden_levels_cost),
    "tree-vertices": exponential(tree, tree_cost, norm="any", blocks=True, units="epsilon rho"),
    "gap-choice": exponential(gap_choice, gap_cost, blocks=True),
    "column-range": exponential(column_range, norm="any", zero_out=True, units="epsilon rho renyi"),
}
QUANTITIES = {"laplace": "laplace-scale", "gaussian": "standard-deviation", "exponential": "gumbel-scale"}

# ---------------------------------------------------------------------------------------------------------------------
# 6. Schedules and composition


class Kind:
    """One kind of release of an entry: by its own fields, and by the entry's where it is the only one."""

    def __init__(self, entry, fields, findings):
        self.entry, self.fields, self.findings, self.path = entry, fields, findings, fields.path
        sensitivity, cost = entry.part("sensitivity"), entry.part("cost")
        alone = fields is entry
        self.name = fields.text("form") if "form" in fields.value else "gradient"
        self.mechanism = (fields if "mechanism" in fields.value else entry).word("mechanism", QUANTITIES)
        self.neighbours, self.norm = entry.text("neighbours"), sensitivity.text("norm")
        self.hardened = entry.word("release", ["floating", "hardened"]) == "hardened"
        self.n, self.d, self.m = entry.count("samples"), entry.count("dimension"), fields.count("batchSize")
        sampler = fields.word("sampler", ["all-records", "without-replacement", "poisson"])
        self.drawn, self.by_chance = sampler != "all-records", sampler == "poisson"
        self.S = sensitivity.number("value", above=0)
        self.formula = sensitivity.text("formula")
        self.unit = cost.word("unit", ["epsilon", "rho", "renyi"])
        self.order = cost.number("order", above=1) if self.unit == "renyi" else None
        self.share = cost.number("share", above=0, most=1) if cost.has("share") else None
        self.words = (cost if alone else fields).text("perRelease")
        if min(self.n, self.d, self.m) < 1:
            raise Broken(f"{self.path} needs at least one record, coordinate and record in a batch")
        self.records = (0, self.n)
        if fields.has("records"):
            block = fields.part("records")
            self.records = block.count("first"), block.count("count")
        self.pool, self.rate, self.numbers = self.records[1], self.m / self.n, self.d
        noise = fields.part("noise")
        self.quantity, self.planned = noise.text("quantity"), noise.count("planned")
        self.values = noise.rows("values", 2, 3)
        self.grids = noise.rows("grids", 2, 2) if noise.has("grids") else None
        self.steps = noise.rows("steps", 2, 3) if noise.has("steps") else None
        self.stated_mean = (sensitivity if alone else fields).number("mean", above=0)
        self.rule = (sensitivity if alone else fields).word("rule", ["uniform", "state-dependent"])
        self.check_conditions()
        self.move = self.recomputed_move()

    def check_conditions(self):
        """What must hold for any formula to apply."""

        def need(holds, what):
            if not holds:
                raise Wrong(what)

        form = FORMS.get(self.name)
        if form is None:
            raise Unjudged(f"the kind of release {self.name!r} is not known here")
        if self.rule == "state-dependent":
            raise Unjudged("sensitivity that depends on the point: the statement does not list the noise that followed")
        self.form = form
        need(self.mechanism in form.mechanisms, f"{self.path}: no proof of {self.name} by {self.mechanism}")
        need(self.unit in form.units, f"{self.path}: no proof of {self.name} in {self.unit}")
        need(self.name != "variance-reduced" or self.share or self.fields.has("change"), f"{self.path}: change is missing, and cost.share too")
        norm = "l1" if self.mechanism == "laplace" else form.norm
        need(norm in ("any", self.norm), f"{self.path}: {self.mechanism} noise here goes with sensitivity in {norm}")
        need(self.quantity == QUANTITIES[self.mechanism], f"{self.path}.noise.quantity is not that of {self.mechanism}")
        need(not self.drawn or form.draws, f"{self.path}: no proof of {self.name} on drawn batches")
        need(self.mechanism != "gaussian" or not self.drawn or self.unit == "renyi", f"{self.path}: drawn batches are counted in Renyi divergence")
        need(self.mechanism != "gaussian" or self.unit != "epsilon", f"{self.path}: Gaussian noise is not epsilon-DP")
        need(self.mechanism != "laplace" or self.unit != "renyi", f"{self.path}: no formula of this divergence of Laplace noise")
        need(self.by_chance == form.by_chance, f"{self.path}.sampler is not that of {self.name}")
        need(self.m < self.pool if self.drawn else self.m == self.pool, f"{self.path}.batchSize does not suit the sampler")
        first, count = self.records
        need(first + count <= self.n and count >= 1, f"{self.path}.records lie outside of the data")
        need(form.blocks or count == self.n, f"{self.path}: no proof of {self.name} on a block of records")
        replaced = self.neighbours == "replace-one"
        plain = self.by_chance or self.unit == "rho" and not self.drawn and self.mechanism != "laplace"
        need(replaced or form.zero_out and plain, f"{self.path}: nothing is proven of it for {self.neighbours} neighbours")
        need((self.grids is not None) == self.hardened, f"{self.path}.noise.grids: hardened noise, and only that, has grids")
        need(all(math.frexp(grid)[0] == 0.5 for _, grid in self.grids or []), f"{self.path}.noise.grids: a grid is a power of two")

    def recomputed_move(self):
        """Compared with the stated one, which for hardened releases holds what rounding a record's gradient adds."""
        move = self.form.move(self)
        name = f"{self.path}.mean" if self.fields is not self.entry else f"{self.path}.sensitivity.mean"
        self.findings.compare(name, self.stated_mean, move)
        if not self.hardened or not move <= self.stated_mean <= move * (1 + MORE):
            return move
        self.believe("what rounding adds to a hardened release's sensitivity (less than 1e-6 of it)")
        return self.stated_mean

    def believe(self, what):
        if what not in self.findings.believed:
            self.findings.believed.append(what)

    def stated_in_words(self, name):
        """A number that the sentence on the sensitivity gives a name; None where it gives none."""
        return named_number(self.formula, name)

    def words_state(self, name, value, path):
        words = self.stated_in_words(name)
        self.findings.require(words is not None and abs(words - value) <= LESS * words, f"{path} is not the {name} of sensitivity.formula")

    def smoothness(self, of, name="smoothness", needs_rows=True):
        """L = curvatureBound rowBound^2, over rows that are as long as the sensitivity's."""
        stated = of.number(name)
        if needs_rows:
            curvature, row = of.number("curvatureBound"), of.bound("rowBound")
            self.findings.compare(f"{of.path}.{name}", stated, curvature * row * row if curvature > 0 else 0.0)
            sensitivity = self.entry.part("sensitivity")
            rows = 0 if sensitivity.has("gradientClip") else sensitivity.bound("featureBound")
            covers = row >= rows * (1 - LESS) or (curvature, row) == (1, 1)  # a mean's loss curves by 1 on any row
            self.findings.require(covers, f"{of.path}.rowBound is below sensitivity.featureBound")
            self.believe("curvatureBound and rowBound, the loss's second derivative and the rows' length")
        else:
            self.believe("region.smoothness, a Lipschitz constant within a radius")
        return stated

    def convex(self):
        """Gradient steps on a loss contract where it is convex."""
        loss = re.search(r"\((\S+) loss\)", self.formula)
        curved = loss is None or loss[1] not in ("geman-mcclure", "sigmoid", "pl-example")
        self.findings.require(curved, f"{self.path}: no proof of {self.name} for losses that are not convex")
        self.believe("that the loss is convex")

    def whole_steps(self, scale, release, move=None):
        """Noise in whole steps of the grid. Where a record's part is rounded by itself, the scale has a margin of 2^-16,
        which covers one more step of a move of 2^17 or more."""
        if self.hardened:
            steps = scale / release.grid
            self.findings.require(steps >= 1, f"{self.path}.noise: the grid is coarser than the noise")
            rounds = move is None or move / release.grid >= 2**17 - 1
            self.findings.require(rounds, f"{self.path}.noise: the grid is too coarse for the sensitivity")

    def releases(self):
        """(count, release) along the schedule; the grid and the length of a step stand beside the noise."""
        lists = [self.values, self.grids or [[self.planned, 0.0]], self.steps or [[self.planned, 1.0]]]
        return along([list(stretches(rows)) for rows in lists])

    def drawing(self):
        """What releases of equal divergences share."""
        return self.name, self.mechanism, self.move, self.rate, self.n, tuple(sorted({release.scale for _, release in self.releases()}))

    def costs(self, counts):
        """What the first releases cost together, for every one of these counts."""
        listed = sum(row[0] for row in self.values)
        need = self.findings.require
        most = max(counts, default=0)
        need(listed == most, f"{self.path}.noise.values lists {listed:g} releases, but {most:g} are paid for")
        need(listed <= self.planned, f"{self.path}.noise lists more releases than were planned")
        for rows in (self.grids, self.steps):
            need(rows is None or sum(row[0] for row in rows) == listed, f"{self.path}.noise lists differ in length")
        need(self.unit != "renyi" or len({tuple(row[1:]) for row in self.values}) <= 1, f"{self.path}: releases differ")
        squares = " t^2 D " in self.words
        totals, done, total, known = {0.0: 0.0}, 0, 0.0, {}
        stops = sorted(set(counts))
        for count, release in self.releases():
            if min(release.scale, release.length) <= 0 or count < 1:
                raise Broken(f"{self.path}.noise must list positive numbers of positive releases")
            if release not in known:
                known[release], words = self.form.cost(self, release, self.order)
                if not self.words.startswith(words):
                    self.findings.unjudged.append(f"{self.path}: its cost is stated as {self.words!r}, and known here as {words!r}")
            cost = known[release]

            def upto(k):
                if self.form.once:
                    return cost if done == 0 else total
                return total + (sum_of_squares(done + k) - sum_of_squares(done) if squares else k) * cost

            for stop in stops:
                if done < stop <= done + count:
                    totals[stop] = upto(int(stop - done))
            total, done = upto(int(count)), done + int(count)
        return [totals.get(count, math.inf) for count in counts]

    def divergence(self, order):
        """Of one release at another order than the statement's."""
        for _, release in self.releases():
            return self.form.cost(self, release, order)[0]
        return 0.0


def sum_of_squares(n):
    return n * (n + 1) * (2 * n + 1) // 6


def stretches(rows):
    """(count, value): [count, value] as it is, [count, first, last] of a geometric progression one by one."""
    if sum(row[0] for row in rows if len(row) == 3) > MOST_RELEASES:
        raise Unjudged("more releases differ than are evaluated one by one here")
    for count, *values in rows:
        if len(values) == 1 or count < 2:
            yield int(count), values[0]
            continue
        if min(values) <= 0:
            raise Broken("a progression of noise must be positive")
        for k in range(int(count)):
            yield 1, values[0] * (values[1] / values[0]) ** (k / (count - 1))


def along(lists):
    """Cuts the stretches of several lists where any of them ends."""
    lists = [[list(stretch) for stretch in reversed(one)] for one in lists]
    while all(lists):
        count = min(one[-1][0] for one in lists)
        yield count, Release(*(one[-1][1] for one in lists))
        for one in lists:
            one[-1][0] -= count
            if one[-1][0] <= 0:
                one.pop()


def dearest_record(kinds, costs):
    """Parallel composition (McSherry 2009, Theorem 4): the most that the kinds cost together which read one record. No
    place is dearer than the first of some block."""
    most = 0.0
    for kind in kinds:
        place = kind.records[0]
        paid = [cost for other, cost in zip(kinds, costs) if other.records[0] <= place < sum(other.records)]
        most = max(most, sum(paid))
    return most


# ---------------------------------------------------------------------------------------------------------------------
# 7. Entries, the total, and what a result says of its runs


def check_sensitivity(entry, findings):
    """S: two records' gradients are apart by twice the longest one, a counted-as-nothing record's from 0 by once; the
    longest is derivativeBound featureBound, or what gradients are clipped to. Its sentence must say the same."""
    of = entry.part("sensitivity")
    times = {"replace-one": 2, "zero-out": 1}.get(entry.word("neighbours", ["replace-one", "zero-out", "add-remove"]))
    if times is None:
        return findings.require(False, f"{entry.path}.neighbours: nothing is proven here of add-remove neighbours")
    findings.believed.append("derivativeBound, featureBound or gradientClip, which the engine enforces")
    slope, row, norm = of.bound("derivativeBound"), of.bound("featureBound"), of.word("norm", ["l1", "l2", "linf"])
    bound = math.inf if 0 in (slope, row) and math.inf in (slope, row) else times * slope * row
    if of.has("gradientClip"):
        clip = of.part("gradientClip")
        in_l1 = norm == "l1" and clip.word("norm", ["l1", "l2"]) == "l2"
        bound = min(bound, times * clip.number("bound", above=0) * (math.sqrt(entry.count("dimension")) if in_l1 else 1))
    findings.compare(f"{of.path}.value", of.number("value", above=0), bound)
    formula = of.text("formula")
    said = {name: named_number(formula, name) for name in ("C", "L_0", "S_x", "S_y", "L")}
    tilts = re.search(f"differ by their tilts u alone .*, with sup[^=]+ = ({NUMBER}),", formula)
    if said["C"] is not None:
        pairs = [(said["C"], of.part("gradientClip").number("bound") if of.has("gradientClip") else None)]
    elif said["L_0"] is not None:
        pairs = [(said["L_0"], slope * row)]
    elif tilts:
        # f(w; u) = g(w) + <u, w>: two gradients are u - u' apart, whatever g is.
        pairs = [(float(tilts[1]), row), (1, slope)]
    elif said["L"] is not None:
        among = [times * said["L"], math.hypot(said["S_x"], said["S_y"])]
        coordinate = re.search(f"({NUMBER}) by the bounds on single coordinates", formula)
        among += [max(said["S_x"], said["S_y"]), float(coordinate[1])] if coordinate else []
        pairs = [(min(among), times * slope * row)]
    else:
        pairs = list(zip((float(text) for text in re.findall(f"(?:with|and) (?:[^,]*, [^,]*, )?sup[^=]+ = ({NUMBER})", formula)), (slope, row)))
        findings.require(len(pairs) == 2, f"{of.path}.formula names no two bounds")
    same = all(bound is not None and abs(words - bound) <= LESS * abs(words) for words, bound in pairs)
    findings.require(same, f"{of.path}.formula does not say what the bounds beside it do")
    for_others = re.search(r"= 2 (sup|C)", formula) if times == 1 else not re.search(r"= (2|min\()", formula)
    findings.require(not for_others, f"{of.path}.formula is for other neighbours")
    slopes = {"logistic": 1, "sigmoid": 0.25, "linear": 1, "mean-estimation": 1, "smoothed-hinge": 1}
    loss = re.search(r"\((\S+) loss\)", formula)
    if loss and loss[1] in slopes and not of.has("gradientClip"):
        findings.require(slope >= slopes[loss[1]] * (1 - LESS), f"{of.path}.derivativeBound is below the slope of the {loss[1]} loss")


class Total:
    """What all runs of all entries cost together."""

    def __init__(self):
        self.epsilon = self.pure_as_rho = self.rho = self.score = self.score_as_rho = 0.0
        self.has_rho, self.only_gaussian = False, True
        self.renyi = []  # (releases of all runs, kind)


def check_entry(entry, findings, total):
    """The figures of one planned algorithm; what its runs cost is added to the total. Returns what else a run of it may
    claim, by delta, where that depends on an order."""
    check_sensitivity(entry, findings)
    groups = entry.parts("groups") if "groups" in entry.value else [entry]
    if not groups:
        raise Broken(f"{entry.path}.groups must hold at least one group")
    kinds = [Kind(entry, fields, findings) for fields in groups]
    for kind in kinds:
        noise = sorted({value for row in kind.values for value in row[1:]})
        span = "none" if not noise else " to ".join(f"{value:.12g}" for value in dict.fromkeys((noise[0], noise[-1])))
        findings.releases.append(f"{kind.name}: {sum(row[0] for row in kind.values):g} releases, {kind.quantity} {span}")
    unit, notion = kinds[0].unit, entry.text("notion")
    findings.require((unit == "epsilon") == (notion == "pure"), f"{entry.path}.cost.unit does not suit the notion {notion}")
    charged = entry.rows("charged" if "charged" in entry.value else "executed", 2, 1 + len(kinds))
    charged = [row + [0.0] * (1 + len(kinds) - len(row)) for row in charged]
    runs = sum(row[0] for row in charged)
    findings.require(runs == entry.count("runs"), f"{entry.path}.runs is not the number of runs that are listed")
    by_kind = [kind.costs([row[1 + i] for row in charged]) for i, kind in enumerate(kinds)]
    per_run, of_all, squares = 0.0, 0.0, 0.0
    cost, cap = entry.part("cost"), None
    if cost.has("cap"):  # a privacy filter: adaptive releases within a cap (Whitehouse et al. 2023, Theorem 1)
        cap = cost.number("cap", above=0)
    for i, row in enumerate(charged):
        paid = dearest_record(kinds, [costs[i] for costs in by_kind])
        if cap is not None:
            findings.compare(f"{cost.path}.spent", cost.number("spent"), paid)
            findings.require(paid <= cap * (1 + LESS), f"{cost.path}.cap is passed: the releases cost {paid}")
            findings.require(unit != "renyi", f"{cost.path}.cap: no filter of Renyi divergence is known here")
            paid = cap
        per_run, of_all, squares = max(per_run, paid), of_all + row[0] * paid, squares + row[0] * paid * paid
    findings.compare(f"{cost.path}.perRun", cost.number("perRun"), per_run)
    findings.compare(f"{cost.path}.allRuns", cost.number("allRuns"), of_all)
    is_gaussian = cap is None and all(kind.mechanism == "gaussian" and not kind.hardened for kind in kinds)
    if unit == "epsilon":
        total.epsilon, total.pure_as_rho = total.epsilon + of_all, total.pure_as_rho + squares / 2
    elif unit == "rho":
        total.rho, total.has_rho, total.only_gaussian = total.rho + of_all, True, total.only_gaussian and is_gaussian
    else:
        total.renyi += [(sum(row[0] * row[1 + i] for row in charged), kind) for i, kind in enumerate(kinds)]
    score = check_score(entry, findings, total, runs)
    figures = entry.parts("figures")
    if not figures:
        raise Broken(f"{entry.path}.figures must hold at least one figure")
    for i, figure in enumerate(figures):
        value = check_figure(figure, kinds, charged, per_run, is_gaussian, score, findings)
        if i == 0:
            check_request(entry, figure, value, findings)
    if unit != "renyi":
        return None

    def best_epsilon(delta):
        """Of one run, at any order near the statement's."""
        dearest = max(charged, key=sum)

        def at(order):
            return renyi_epsilon(sum(n * kind.divergence(order) for n, kind in zip(dearest[1:], kinds) if n), order, delta)

        excess = kinds[0].order - 1
        return least(at, 1 + 0.9 * excess, 1 + 1.1 * excess, 4, 1e-5 * excess)

    return best_epsilon


def check_figure(figure, kinds, charged, cost, is_gaussian, score, findings):
    """One run's guarantee by one accountant."""
    accountant, unit = figure.text("accountant"), kinds[0].unit
    if accountant == "zcdp":
        findings.require(unit == "rho", f"{figure.path}: only zCDP is counted in rho")
        findings.compare(f"{figure.path}.rho", figure.number("rho"), max(cost, score * score / 2))
        return cost
    stated, delta = figure.number("epsilon"), figure.number("delta", most=0.5)
    value, slack = None, (LESS, MORE)
    if accountant == "basic-composition" and unit == "epsilon":  # Dwork and Roth 2014, Theorem 3.16
        findings.require(delta == 0, f"{figure.path}.delta: basic composition of pure DP needs none")
        value = cost
    elif delta == 0 or cost == 0:
        value = 0.0 if cost == 0 else None
    elif accountant == "renyi" and unit == "renyi":
        order = figure.number("order", above=1)
        releases = [max(row[1 + i] for row in charged) for i in range(len(kinds))]
        value = renyi_epsilon(sum(n * kind.divergence(order) for n, kind in zip(releases, kinds) if n), order, delta)
    elif accountant == "hockey-stick" and unit == "renyi" and len(kinds) == 1:
        value, slack = hockey_stick_epsilon(kinds[0], max(row[1] for row in charged), delta), LOSSES
    elif accountant in CONVERSIONS and unit == "rho" and (accountant != "zcdp-gaussian" or is_gaussian):
        value = converted(accountant, cost, delta)
    elif accountant in ("renyi-laplace", "renyi-pure") and unit == "epsilon" and len(kinds) == 1:
        kind = kinds[0]
        plain = kind.mechanism == "laplace" and not kind.drawn and not kind.hardened
        epsilons = Counter()
        for count, release in kind.releases():
            epsilons[kind.form.cost(kind, release, None)[0]] += count
        if accountant == "renyi-pure" or plain:
            value = best_laplace_epsilon(epsilons, delta, laplace_divergence if accountant == "renyi-laplace" else pure_divergence)
    if value is None:
        findings.require(False, f"{figure.path}: the accountant {accountant!r} with delta {delta:g} does not suit the entry")
        return math.inf
    findings.compare(f"{figure.path}.epsilon by {accountant} at delta {delta:g}", stated, max(value, score), slack)
    return min(value, stated) if slack is LOSSES else value


def check_request(entry, figure, value, findings):
    """What is certified spends no more than was asked for, at the delta that was asked for."""
    if not entry.flag("certified"):
        return
    requested, notion = entry.part("requested"), entry.text("notion")
    asked = requested.number("rho" if notion == "zcdp" else "epsilon", above=0)
    findings.require(value <= asked * (1 + LESS), f"{requested.path}: {asked:g} was asked for, but {value:g} is spent")
    if notion == "approximate":
        findings.require(figure.number("delta") == requested.number("delta"), f"{figure.path}.delta is not the one that was asked for")


def check_score(entry, findings, total, runs):
    """Discrete Laplace noise on a sum over held-out rows, of up to 2^20 steps each: epsilon = steps / scale. Rows that
    are held out pay for this and for nothing else."""
    if not entry.has("score"):
        return 0.0
    score = entry.part("score")
    findings.require(score.count("steps") == 2**20, f"{score.path}.steps is not 2^20")
    epsilon = score.count("steps") / max(score.count("scale"), 1)
    findings.compare(f"{score.path}.epsilon", score.number("epsilon", above=0), epsilon)
    in_rho = entry.text("notion") == "zcdp"
    asked = entry.part("requested").number("rho" if in_rho else "epsilon", above=0)
    findings.require((epsilon * epsilon / 2 if in_rho else epsilon) <= asked * (1 + LESS), f"{score.path}.epsilon is more than was asked for")
    total.score, total.score_as_rho = total.score + runs * epsilon, total.score_as_rho + runs * epsilon * epsilon / 2
    return epsilon


def check_total(stated, total, findings):
    """What publishing all runs costs."""
    accountant, delta = stated.text("accountant"), stated.get("delta")
    delta = 0.0 if delta is None else stated.number("delta", most=0.5)
    all_rho = total.rho + total.pure_as_rho
    value, slack = None, (LESS, MORE)
    if accountant == "zcdp":
        suits = total.epsilon == 0 and not total.renyi and stated.get("epsilon") is None
        findings.require(suits, f"{stated.path}.accountant: not all of this is counted in rho")
    elif accountant == "basic-composition":
        value = total.epsilon if not total.has_rho and not total.renyi and delta == 0 else None
    elif delta > 0 and accountant == "renyi":
        order = stated.number("order", above=1)
        value = renyi_epsilon(order * all_rho + sum(n * kind.divergence(order) for n, kind in total.renyi), order, delta)
    elif delta > 0 and accountant == "hockey-stick" and all_rho == 0 and len({kind.drawing() for _, kind in total.renyi}) == 1:
        count = sum(n for n, _ in total.renyi)
        value, slack = hockey_stick_epsilon(total.renyi[0][1], count, delta), LOSSES
    elif delta > 0 and not total.renyi and accountant in ("zcdp-standard", "zcdp-optimal"):
        value = converted(accountant, all_rho, delta)
    elif delta > 0 and not total.renyi and accountant == "zcdp-gaussian" and total.only_gaussian and total.epsilon == 0:
        value = converted(accountant, total.rho, delta)
    elif delta > 0 and not total.renyi and accountant == "pure-and-zcdp":
        value = total.epsilon + converted("zcdp-gaussian" if total.only_gaussian else "zcdp-optimal", total.rho, delta)
    if value is not None:
        findings.compare(f"{stated.path}.epsilon by {accountant} at delta {delta:g}", stated.number("epsilon"), max(value, total.score), slack)
    elif accountant != "zcdp":
        findings.require(False, f"{stated.path}: the accountant {accountant!r} with delta {delta:g} does not suit these runs")
    findings.require(stated.has("rho") == (total.has_rho and accountant not in ("renyi", "hockey-stick")), f"{stated.path}.rho stands where runs are counted in rho")
    if stated.has("rho"):
        rho = all_rho if accountant in ("zcdp-standard", "zcdp-optimal") else total.rho
        findings.compare(f"{stated.path}.rho", stated.number("rho"), max(rho, total.score_as_rho if accountant == "zcdp" else 0))


def check_statement(statement, report):
    """Every entry, then the total; a report of both."""
    total, overall = Total(), Findings()
    entries, promising, best_epsilons, unjudged = statement.parts("entries"), [], {}, False
    for entry in entries:
        findings = Findings()
        guarantee = entry.word("guarantee", ["proven", "leaks", "not-private"])
        named = {"algorithm": entry.text("algorithm"), "label": entry.text("label"), "sweep": entry.get("sweep")}
        certified = entry.flag("certified")
        overall.require(certified != bool(entry.list("reasons")), f"{entry.path}.reasons stand where it is not certified")
        overall.require(guarantee == "proven" or not certified, f"{entry.path} is certified, but promises nothing")
        overall.require((guarantee == "not-private") == (entry.text("notion") == "none") or guarantee == "not-private", f"{entry.path}.notion")
        if guarantee == "proven":
            promising.append(entry)
            same = entry.text("neighbours") == statement.part("neighbours").text("id")
            overall.require(same, f"{entry.path}.neighbours are not those of the statement")
            named["released"] = entry.text("released")
            try:
                best_epsilons[entry.path] = check_entry(entry, findings, total)
            except (Wrong, Unjudged, ArithmeticError, ValueError) as reason:
                unjudged = True
                if isinstance(reason, Wrong):
                    findings.differs.append(str(reason))
                else:
                    findings.unjudged.append(f"{entry.path}: {reason}")
        verdict = findings.verdict() if guarantee == "proven" else "promises nothing"
        report["entries"].append({**named, "verdict": verdict, "releases": findings.releases, "figures": findings.figures})
        overall.differs += findings.differs
        overall.unjudged += findings.unjudged
        overall.believed += [what for what in findings.believed if what not in overall.believed]
    leaks = any(entry.text("guarantee") == "leaks" for entry in entries)
    bounded = bool(promising) and not leaks
    stated = statement.get("total")
    overall.require(bounded == (stated is not None), f"{statement.path}.total is null where a run leaks or none is private, and only there")
    certified = bounded and all(entry.flag("certified") for entry in promising)
    overall.require(statement.flag("certified") <= certified, f"{statement.path}.certified, but not all of it is")
    if bounded and stated is not None and not unjudged:
        check_total(statement.part("total"), total, overall)
    return overall, promising, best_epsilons


def check_runs(result, statement, promising, best_epsilons, overall):
    """A result's own figures are those of its statement, and its runs are those that are counted."""
    stated = statement.get("total")
    claimed = result.part("privacy")
    if "total" in claimed.value:
        overall.require(claimed.get("total") == stated, "privacy.total is not the statement's")

    def key(of):
        return of.text("algorithm"), of.text("label"), json.dumps(of.get("sweep"), sort_keys=True)

    if "runs" not in result.value:
        return
    entries = {key(entry): entry for entry in promising}
    counted = Counter()
    for run in result.parts("runs"):
        counted[key(run)] += 1
        entry = entries.get(key(run))
        if not run.has("privacy"):
            continue
        privacy = run.part("privacy")
        overall.require((privacy.text("guarantee") == "proven") == (entry is not None), f"{run.path}: no such entry promises anything")
        if entry is None or privacy.text("guarantee") != "proven":
            continue
        for name in ("neighbours", "notion", "requested", "certified"):
            overall.require(privacy.get(name) == entry.get(name), f"{privacy.path}.{name} is not that of the statement")
        if run.has("status") and run.text("status") != "completed":
            continue
        if privacy.has("rho"):
            figure = entry.parts("figures")[0]
            overall.require(figure.has("rho"), f"{privacy.path}.rho, but the statement counts in epsilon")
            proven = figure.number("rho") if figure.has("rho") else math.inf
            overall.require(privacy.number("rho") >= proven * (1 - LESS), f"{privacy.path}.rho is less than the {proven} that follows")
        if privacy.has("epsilon"):
            claim, delta = privacy.number("epsilon"), privacy.number("delta")
            figures = [figure for figure in entry.parts("figures") if figure.has("epsilon") and figure.number("delta") == delta]
            proven = min((figure.number("epsilon") for figure in figures), default=math.inf)
            if not claim >= proven * (1 - LESS) and (best := best_epsilons.get(entry.path)):
                proven = min(proven, best(delta))
            overall.require(claim >= proven * (1 - LESS), f"{privacy.path}.epsilon is less than the {proven} that follows")
    stated_runs = Counter()  # a run that chooses its releases on the way may have an entry of its own
    for entry in promising:
        stated_runs[key(entry)] += entry.count("runs")
    for name, entry in entries.items():
        wrong = f"{entry.path}.runs: there are {counted[name]} such runs in the file, and {stated_runs[name]} in the statement"
        overall.require(counted[name] == stated_runs[name], wrong)


# ---------------------------------------------------------------------------------------------------------------------
# 8. The report


def check(text):
    """The report on a file's text.

    Raises Broken where it is no statement."""
    tree = Fields(read_json(text), "the file")
    report = {"entries": []}
    if "entries" in tree.value and "total" in tree.value:
        statement, is_result = Fields(tree.value, "statement"), False
    else:
        result = Fields(tree.value, "result")
        statement, is_result = Fields(result.part("privacy").get("statement"), "statement"), True
    overall, promising, best_epsilons = check_statement(statement, report)
    if is_result:
        check_runs(Fields(tree.value, "result"), statement, promising, best_epsilons, overall)
    report.update(verdict=overall.verdict(), promises=len(promising), differs=overall.differs, unjudged=overall.unjudged)
    report.update(believed=overall.believed, figures=overall.figures)
    return report


def print_report(report):
    def print_figures(figures):
        for figure in figures:
            stated = "nothing" if figure["stated"] is None else f"{figure['stated']:.12g}"
            print(f"  {figure['what']}: stated {stated}, recomputed {figure['recomputed']:.12g}")

    for entry in report["entries"]:
        print(f"{entry['label']} {json.dumps(entry['sweep'])}: {entry['verdict']}")
        if "released" in entry:
            print(f"  released: {entry['released']}")
        for release in entry["releases"]:
            print(f"  {release}")
        print_figures(entry["figures"])
    print_figures(report["figures"])
    for title in ("believed", "unjudged", "differs"):
        for what in report[title]:
            print(f"{title}: {what}")
    print(f"verdict: {report['verdict']}")


def main(words):
    as_json, names = "--json" in words, [word for word in words if word != "--json"]
    if not names or names[0].startswith("-"):
        print("usage: check_statement.py RESULT.json... [--json]", file=sys.stderr)
        return 2
    statuses = []
    for name in names:
        try:
            with open(name, encoding="utf-8") as file:
                report = check(file.read())
        except (Broken, OSError, UnicodeDecodeError) as error:
            print(f"check_statement.py: error: {name}: {error}", file=sys.stderr)
            statuses.append(2)
            continue
        if as_json:
            print(json.dumps({"file": name, **report}))
        else:
            print_report(report)
        statuses.append({"confirmed": 0, "differs": 1, "cannot judge": 2}[report["verdict"]])
    return max(statuses)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
