"""What others do, in NumPy alone: Poisson DP-SGD with a privacy loss accountant, and AdaSSP.

Nothing of the engine is in here. Both promise what the engine promises, for a record that is replaced; most
libraries promise it for one that is added or removed, which is less and takes about half the noise.
"""

import math

import numpy as np

upper_tail = np.vectorize(lambda x: math.erfc(x / math.sqrt(2)) / 2, otypes=[float])


def hockey_stick(epsilon, rate, sigma, neighbours):
    """delta(epsilon) of one step: max over sets of P - e^epsilon Q, for noise N(0, sigma^2) on a sum of
    records that each take part with probability q = `rate` and have length 1.

    With M(m) = (1 - q) N(0, sigma^2) + q N(m, sigma^2): a removed record has P = M(1) and Q = M(0), an added one
    P = M(0) and Q = M(1), a replaced one P = M(1) and Q = M(-1). The privacy loss log(P / Q) is monotone in x, so
    the best set is a half line that ends where it is epsilon: at u = exp(x / sigma^2) with a = q exp(-1 / 2 sigma^2),
    1 - q + a u = e^(+-epsilon) of the first two, and 1 - q + a u = e^epsilon (1 - q + a / u) of the third.
    """
    a = rate * math.exp(-0.5 / sigma**2)
    if neighbours == "replace":
        half = (1 - rate) * np.expm1(epsilon) / 2
        root = np.sqrt(half**2 + a**2 * np.exp(epsilon))
        # (root + half) / a, without cancellation where half is below 0.
        inside = np.where(half > 0, (root + half) / a, np.exp(epsilon) * a / (root + np.abs(half)))
    else:
        inside = (np.exp(epsilon if neighbours == "remove" else -epsilon) - 1 + rate) / a
    with np.errstate(divide="ignore"):
        end = sigma**2 * np.log(np.maximum(inside, 0))

    def above(mean):
        side = -1 if neighbours == "add" else 1
        tails = upper_tail(side * end / sigma), upper_tail(side * (end - mean) / sigma)
        return (1 - rate) * tails[0] + rate * tails[1]

    p, q = {"remove": (1, 0), "add": (0, 1), "replace": (1, -1)}[neighbours]
    return np.maximum(above(p) - np.exp(epsilon) * above(q), 0)


def delta_of(epsilon, rate, sigma, steps, neighbours):
    """delta of `steps` steps at epsilon, by the fast Fourier transform of the privacy loss distribution.

    The distribution on a grid has the same delta at each point of it, and a larger one between two, so the
    result is an upper bound ("connect the dots", Doroshenko et al. 2022).
    """
    width = min(epsilon / 500, rate / sigma / 20)
    # Outputs farther out than 8.5 deviations have a probability below 1e-16.
    longest = 2 * (1 + 8.5 * sigma) / sigma**2
    if rate < 1:
        sampled = np.logaddexp(math.log(1 - rate), math.log(rate) + (1 + 17 * sigma) / (2 * sigma**2))
        longest = min(longest, sampled - math.log(1 - rate))
    most = math.ceil(longest / width)
    grid = np.arange(-most, most + 1)
    deltas = hockey_stick(np.append(-most - 1, grid) * width, rate, sigma, neighbours)
    beyond = deltas[-1]  # a loss above the grid counts as infinite
    above = (deltas[:-1] - math.exp(-width) * deltas[1:]) / -math.expm1(-width)
    above[0] = 1
    mass = np.maximum(above - np.append(above[1:], beyond), 0)
    # Chernoff: what leaves the circle of the transform has a probability below 1e-12 at either end.
    ends = []
    held = mass > 0
    for side in (1, -1):
        tilts = 2.0 ** np.arange(-4, 7)
        terms = np.log(mass[held]) + side * np.outer(tilts, grid[held] * width)
        largest = terms.max(axis=1)
        logs = largest + np.log(np.exp(terms - largest[:, None]).sum(axis=1))
        ends.append(np.min((steps * logs + math.log(1e12)) / tilts))
    size = 2 ** math.ceil(math.log2(2 * max(*ends, most * width, epsilon) / width + 4))
    circle = np.zeros(size)
    np.add.at(circle, grid % size, mass)
    composed = np.fft.irfft(np.fft.rfft(circle) ** steps, size)
    losses = np.fft.fftfreq(size, 1 / size) * width
    counted = losses > epsilon
    return (
        -math.expm1(steps * math.log1p(-beyond))
        + np.sum(composed[counted] * -np.expm1(epsilon - losses[counted]))
        + 2e-12
    )


def epsilon_of(delta, rate, sigma, steps, relation=("replace",)):
    """The least epsilon at delta, from above, to 1e-5 of itself."""
    low, high = 1e-3, 200.0
    while high > low * (1 + 1e-5):
        middle = math.sqrt(low * high)
        worst = max(delta_of(middle, rate, sigma, steps, neighbours) for neighbours in relation)
        low, high = (low, middle) if worst <= delta else (middle, high)
    return high


def sigma_for(epsilon, delta, rate, steps, relation=("replace",)):
    """The least noise that is private enough, to one in a thousand."""

    def is_enough(sigma):
        return all(delta_of(epsilon, rate, sigma, steps, neighbours) <= delta for neighbours in relation)

    high = 0.5
    while not is_enough(high):
        high *= 2
    low = high / 2
    while high > low * 1.001:
        middle = math.sqrt(low * high)
        low, high = (low, middle) if is_enough(middle) else (middle, high)
    return high


def check_accountant():
    """Published values for an added or removed record, as rechecked with dp_accounting or by a closed form, and
    that without sampling a replaced record has half the noise multiplier: rate, sigma, steps, delta, epsilon."""
    either = ("add", "remove")
    for relation, rate, sigma, steps, delta, epsilon in (
        (either, 1, 0.7, 2, 1e-5, 10.1224945839),
        (("replace",), 1, 1.4, 2, 1e-5, 10.1224945839),
        (either, 0.01, 0.7, 120, 1e-5, 2.461238),
        (either, 0.2, 2.0, 100, 1e-6, 5.661788),
        (either, 0.05, 2.0, 1000, 1e-6, 4.162611),
        (either, 0.2, 0.5, 3, 0.155933, 1.0),
    ):
        found = epsilon_of(delta, rate, sigma, steps, relation)
        assert abs(found / epsilon - 1) < 3e-4, (relation, rate, sigma, steps, delta, epsilon, found)
    assert abs(sigma_for(1, 1e-5, 0.01, 1, either) / 0.67379294682 - 1) < 1e-3


def descend(risk, rows, targets, schedule, clips, step_sizes, random):
    """DP-SGD from 0, several runs side by side that see the same batches.

    schedule: rate, number of steps, noise multiplier. clips, step_sizes: one for each run.
    Returns an array (runs, d, K) of last iterates; K = 1 but for several classes.
    """
    rate, steps, sigma = schedule
    samples, features = rows.shape
    points = np.zeros((features, len(clips), risk.outputs))
    lengths = np.linalg.norm(rows, axis=1)
    for _ in range(steps):
        batch = np.flatnonzero(random.random(samples) < rate)
        chosen = rows[batch]
        scores = np.tensordot(chosen, points, 1)
        slopes = risk.slopes(scores, targets[batch])
        norms = np.linalg.norm(slopes, axis=2) * lengths[batch, None]
        slopes *= np.minimum(1, clips / np.maximum(norms, 1e-300))[:, :, None]
        total = np.tensordot(chosen.T, slopes, 1)
        total += random.normal(size=points.shape) * (sigma * clips)[:, None]
        points -= total * (step_sizes / (rate * samples))[:, None]
    return np.moveaxis(points, 0, 1)


def ada_ssp(rows, targets, budget, row_bound, target_bound, random):
    """Adaptive sufficient statistics perturbation (Wang 2018, algorithm 2), with failure probability 0.05.

    Of a replaced record: the least eigenvalue moves by R^2, X'X by sqrt(2) R^2, X'y by 2 R B.
    """
    epsilon, delta = budget
    features = rows.shape[1]
    part = epsilon / 3
    spread = math.sqrt(math.log(6 / delta)) / part
    scale = row_bound**2
    covariance = rows.T @ rows
    least = np.linalg.eigvalsh(covariance)[0] + scale * (spread * random.normal() - math.log(6 / delta) / part)
    reach = math.sqrt(2 * features * math.log(6 / delta) * math.log(2 * features**2 / 0.05)) * scale / part
    ridge = max(0, reach - max(least, 0))
    noise = np.triu(random.normal(size=(features, features)))
    noise += np.triu(noise, 1).T
    covariance = covariance + math.sqrt(2) * spread * scale * noise + ridge * np.eye(features)
    moments = rows.T @ targets + 2 * spread * row_bound * target_bound * random.normal(size=features)
    return np.linalg.solve(covariance, moments)
